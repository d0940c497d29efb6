import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own default. The passwords that Florin makes are random, so more rounds protect nothing. */
const iterations = 4_096;

/**
 * Returns what PostgreSQL stores of a password (RFC 5803). Sent instead of the password, so that no statement in
 * PostgreSQL's log holds one.
 *
 * @param password ASCII, so that SASLprep leaves it as it is
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = hash('sha256', hmac(salted, 'Client Key'), 'base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
