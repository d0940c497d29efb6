/** Returns the bytes in the form that WebCrypto and the ASN.1 library take. */
export const arrayBufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
