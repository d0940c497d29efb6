import type { Passkey } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';

export type StoredPasskey = {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: string[];
  /** Whether the passkey needs review because the password was reset by mail. */
  readonly waits: boolean;
};

type Row = { id: string; name: string; created_at: Date; last_used_at: Date | null; waits: boolean };

const shownColumns = 'id, name, created_at, last_used_at, review_since is not null as waits';

/** Returns the member's passkeys in the order of creation. */
export async function listPasskeys(database: Queryable, userId: string): Promise<Passkey[]> {
  const { rows } = await database.query<Row>(
    `select ${shownColumns} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map(passkeyOf);
}

const passkeyOf = ({ id, name, created_at, last_used_at, waits }: Row): Passkey => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  ...(waits ? { in_review: true } : {}),
});

export async function credentialsOf(database: Queryable, userId: string) {
  const { rows } = await database.query<{ id: string; transports: string[] }>(
    'select credential_id as id, transports from passkeys where user_id = $1',
    [userId],
  );
  return rows;
}

export type NewPasskey = Omit<StoredPasskey, 'id' | 'counter' | 'public_key' | 'waits'> & {
  readonly public_key: Uint8Array;
  readonly counter: number;
  readonly name: string;
};

/** Stores a passkey. Returns undefined if the credential is already registered. */
export async function insertPasskey(database: Queryable, passkey: NewPasskey): Promise<Passkey | undefined> {
  const { user_id, credential_id, public_key, counter, transports, name } = passkey;
  const { rows } = await database.query<Row>(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${shownColumns}`,
    [uuidv7(), user_id, credential_id, Buffer.from(public_key), counter, transports, name],
  );
  return rows[0] && passkeyOf(rows[0]);
}

export async function findPasskey(database: Queryable, credentialId: string): Promise<StoredPasskey | undefined> {
  const { rows } = await database.query<StoredPasskey>(
    `select p.id, p.user_id, p.credential_id, p.public_key, p.counter, p.transports, p.review_since is not null as waits
     from passkeys p join users u on u.id = p.user_id where p.credential_id = $1 and u.disabled_at is null`,
    [credentialId],
  );
  return rows[0];
}

/**
 * Records a use and returns whether the counter is valid. An authenticator's counter only grows, so of two parallel
 * answers with one counter only one is valid. Most passkeys have no counter and always send 0.
 */
export async function recordUse(database: Queryable, id: string, counter: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `update passkeys set counter = $2, last_used_at = now()
     where id = $1 and (counter < $2 or counter = 0 and $2 = 0)`,
    [id, counter],
  );
  return rowCount === 1;
}

/**
 * Holds the member's passkeys for review after a password reset. A passkey in review cannot sign in until the owner
 * confirms the passkey.
 */
export async function reviewPasskeys(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update passkeys set review_since = coalesce(review_since, now()) where user_id = $1', [userId]);
}

/** Ends the review of a passkey. Refusals: `passkey_not_found`, also for another member's passkey. */
export async function endPasskeyReview(database: Queryable, userId: string, id: string): Promise<void> {
  const { rowCount } = await database.query(
    'update passkeys set review_since = null where id::text = $1 and user_id = $2',
    [id, userId],
  );
  if (rowCount === 0) throw noSuchPasskey();
}

/** Deletes a passkey. Refusals: `passkey_not_found`, also for another member's passkey. */
export async function deletePasskey(database: Queryable, userId: string, id: string): Promise<void> {
  const { rowCount } = await database.query('delete from passkeys where id::text = $1 and user_id = $2', [id, userId]);
  if (rowCount === 0) throw noSuchPasskey();
}

const noSuchPasskey = () => new Refusal('passkey_not_found', 'This passkey does not exist.');
