import { randomBytes } from 'node:crypto';
import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { hmacUnder } from './digests.ts';

const purpose = 'log secret';
const saltBytes = 16;
const saltsPerDigest = 4;

type Row = { sealed: Buffer };

/** The values derived from the log's secret: salts for texts, a secret for each member, and digests of addresses. */
export type LogSecret = {
  /** Returns the salts of an entry's texts: the header's, then one for each posting. */
  readonly saltsOf: (entry: bigint, count: number) => Buffer[];
  /** The key from which the members' secrets are derived. */
  readonly membersKey: Buffer;
  /** Returns the member's secret, which keys the digests of accounts and balances. */
  readonly memberSecret: (owner: string) => Buffer;
  /** Returns the digest that stands for an address in the database. */
  readonly addressDigest: (email: string) => Buffer;
};

/**
 * Opens the secret, which is created once and stored encrypted. All salts and members' secrets are derived from this
 * secret, so that a million members need no million keys. The database alone does not reveal the content of the log's
 * digests.
 */
export async function openLogSecret({
  pool,
  vault,
}: {
  readonly pool: Pool;
  readonly vault: Vault;
}): Promise<LogSecret> {
  const secret = (await read(pool, vault)) ?? (await create(pool, vault));
  const derive = hmacUnder(secret);
  const saltDigest = hmacUnder(derive('salts'), 'sha512');
  const membersKey = derive('members');
  return {
    saltsOf: (entry, count) => {
      const digests = Array.from({ length: Math.ceil(count / saltsPerDigest) }, (_, block) =>
        saltDigest(`${entry} ${block}`),
      );
      const salts = Buffer.concat(digests);
      return Array.from({ length: count }, (_, place) => salts.subarray(place * saltBytes, (place + 1) * saltBytes));
    },
    membersKey,
    memberSecret: hmacUnder(membersKey),
    addressDigest: hmacUnder(derive('addresses')),
  };
}

async function read(pool: Pool, vault: Vault): Promise<Buffer | undefined> {
  const { rows } = await pool.query<Row>('select sealed from log_secrets');
  return rows[0] && vault.decryptOwn(purpose, rows[0].sealed);
}

async function create(pool: Pool, vault: Vault): Promise<Buffer> {
  // If two nodes create secrets at once, the first secret stays.
  await transact(pool, async (tx) => {
    const sealed = await vault.encryptOwn(tx, purpose, randomBytes(32));
    await tx.query('insert into log_secrets (sealed) values ($1) on conflict do nothing', [sealed]);
  });
  const secret = await read(pool, vault);
  if (!secret) throw new Error('The log secret was stored but not found.');
  return secret;
}

/** Encrypts the secret again after a change of the master key. */
export const reencryptLogSecret: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select sealed from log_secrets for update');
  for (const { sealed } of rows) await tx.query('update log_secrets set sealed = $1', [reencrypt(purpose, sealed)]);
};
