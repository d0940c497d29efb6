import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigProblem, type Config } from './config.ts';
import { ConflictingKey, MissingKey, type Vault } from './platform/vault.ts';

const keyBytes = 32;

/**
 * The key that personal data is sealed under: the one of the config, and in a sandbox without one a key of its own in
 * the data folder. It is never in the database.
 *
 * @throws ConfigProblem where the file cannot be used
 */
export function masterKeyOf({ masterKey, dataDir }: Pick<Config, 'masterKey' | 'dataDir'>): Buffer {
  if (masterKey) return masterKey;
  const file = path.join(dataDir, 'master.key');
  const key = Buffer.from(keptOrMade(dataDir, file).trim(), 'base64');
  if (key.length !== keyBytes) throw new ConfigProblem(`${file} does not hold a key of ${keyBytes} bytes.`);
  return key;
}

function keptOrMade(dataDir: string, file: string): string {
  try {
    if (!existsSync(file)) makeKey(dataDir, file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigProblem(
      `There is no FLORIN_MASTER_KEY, and no key can be kept in ${file} (${String(error)}). Set FLORIN_MASTER_KEY: openssl rand -base64 32.`,
      { cause: error },
    );
  }
}

/**
 * The file is there with a whole key or not at all, wherever this is cut off: half a key would keep Florin from starting
 * for ever. Of two processes the first one's key stays.
 */
function makeKey(dataDir: string, file: string): void {
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
 * @returns the master key that seals
 * @throws ConfigProblem where the database was first used with another master key
 */
export function assertSameKey(vault: Vault): Promise<Buffer> {
  return vault.assertSameKey().catch((error: unknown) => {
    if (error instanceof MissingKey)
      throw new ConfigProblem(
        'The master key of this database is being changed: Florin needs both, FLORIN_MASTER_KEY and FLORIN_OLD_MASTER_KEY, until npm run rotate-master-key has ended well.',
      );
    if (!(error instanceof ConflictingKey)) throw error;
    throw new ConfigProblem(
      'This database holds data that was sealed under another master key. Start with the FLORIN_MASTER_KEY, or the data folder, that it was first used with.',
    );
  });
}
