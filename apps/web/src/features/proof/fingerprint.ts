/** Returns the middle part of a verifier key, such as `1a2b 3c4d`. This part is a digest of the key. */
export const fingerprintOf = (key: string): string => (key.split('+')[1] ?? '').replace(/^(.{4})(?=.)/, '$1 ');
