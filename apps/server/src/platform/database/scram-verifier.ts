import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's default. Florin generates random passwords, so more iterations would add no protection. */
const iterations = 4_096;

/**
 * Returns the value that PostgreSQL stores for a password (RFC 5803). Florin sends this value instead of the password, so
 * that PostgreSQL's log never contains a password.
 *
 * @param password ASCII only, so that SASLprep does not change it
 */
export function scramVerifier(password: string, salt: Buffer = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = hash('sha256', hmac(salted, 'Client Key'), 'base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
