import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { accountNames } from './account-names.ts';
import type { Log } from './log.ts';
import { openLogKeys } from './log-keys.ts';
import { openLogSecret } from './log-secret.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledgers?: readonly Pool[] | undefined;
  readonly vault: Vault;
  readonly publicUrl: string;
};

/** Opens the log. At the first start, it creates the key and the secret. */
export async function openLog({ pool, ledgers, vault, publicUrl }: Dependencies): Promise<Log> {
  const keys = openLogKeys({ pool, vault, origin: `${new URL(publicUrl).host}/log` });
  await keys.ready();
  const secret = await openLogSecret({ pool, vault });
  return { pool, ledgers, keys, secret, names: accountNames(secret) };
}
