import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** Returns a random token of 256 bits for a session or a mailed link. */
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Returns the token's digest. Only the digest is stored, so a reader of the tables cannot use it. */
export const tokenDigest = (token: string): string => hash('sha256', token, 'hex');
