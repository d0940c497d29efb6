/** Loads the library with the first use of a passkey, because its 300 files would slow down the server start. */
export const webAuthn = () => import('@simplewebauthn/server');
