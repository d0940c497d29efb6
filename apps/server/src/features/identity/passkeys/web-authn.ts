/** The library with the first passkey that is asked for: it is three hundred files, for which a start does not wait. */
export const webAuthn = () => import('@simplewebauthn/server');
