import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;

/** What opens a session, or is the end of a link that is mailed: 256 random bits that say nothing. */
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

/** Only this is stored: who reads the tables can neither sign in nor open a link with it. */
export const tokenDigest = (token: string): string => hash('sha256', token, 'hex');
