import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigProblem, type Config } from './config.ts';
import { ConflictingKey, MissingKey, type Vault } from './platform/vault.ts';

const keyBytes = 32;

/**
 * Returns the key that encrypts personal data: the configured key or, in a sandbox without one, a generated key in the
 * data folder. The key is never in the database.
 *
 * @throws ConfigProblem if the key file cannot be used
 */
export function masterKeyOf({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): Buffer {
  if (masterKey) return masterKey;
  const file = path.join(dataDir, 'master.key');
  const key = Buffer.from(readOrCreate(dataDir, file).trim(), 'base64');
  if (key.length !== keyBytes)
    throw new ConfigProblem(`${file} does not contain a key of ${keyBytes} bytes. Restore the file from a copy.`);
  return key;
}

function readOrCreate(dataDir: string, file: string): string {
  try {
    if (!existsSync(file)) createKey(dataDir, file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigProblem(
      `FLORIN_MASTER_KEY is not set, and the key file ${file} cannot be used (${String(error)}). Set FLORIN_MASTER_KEY: openssl rand -base64 32.`,
      { cause: error },
    );
  }
}

/**
 * Creates the key file atomically: an interrupted write must not leave half a key, which would prevent every start. If two
 * processes do this, the first one's key is used.
 */
function createKey(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @returns the master key that encrypts new data
 * @throws ConfigProblem if the database uses another master key
 */
export function assertSameKey(vault: Vault): Promise<Buffer> {
  return vault.assertSameKey().catch((error: unknown) => {
    if (error instanceof MissingKey)
      throw new ConfigProblem(
        'The master key of this database is being changed. Set both FLORIN_MASTER_KEY and FLORIN_OLD_MASTER_KEY until npm run florin -- keys rotate has succeeded.',
      );
    if (!(error instanceof ConflictingKey)) throw error;
    throw new ConfigProblem(
      'This database contains data encrypted under another master key. Use its original FLORIN_MASTER_KEY or data folder.',
    );
  });
}
