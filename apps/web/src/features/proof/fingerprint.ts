/** Returns the middle part of a verifier key, which is a digest of it, as `1a2b 3c4d`. */
export const fingerprintOf = (key: string): string => (key.split('+')[1] ?? '').replace(/^(.{4})(?=.)/, '$1 ');
