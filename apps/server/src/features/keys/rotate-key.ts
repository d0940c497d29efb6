import type { NewApiKey } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import { assertStillSignedIn, hintOf, newKeySecret, tokenDigest, type SignedIn } from '../identity/index.ts';
import { insertSecret, revokeKeys } from './key-store.ts';
import { keyNotFound, ownKey, recordKeyAct, type KeyDependencies } from './make-key.ts';

const defaultGraceHours = 24;

/**
 * Gives a key a new secret. The former secret works for `graceHours` more; a secret from an earlier rotation ends
 * immediately. Only the maker may do this, because the key acts with the maker's role. Refusals: `key_not_found`.
 */
export async function rotateKey(
  { pool, mode }: KeyDependencies,
  caller: SignedIn,
  { id, graceHours = defaultGraceHours }: { readonly id: string; readonly graceHours: number | undefined },
): Promise<NewApiKey> {
  const secret = newKeySecret(mode);
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, caller);
    const { rows } = await tx.query<{ id: string; name: string }>(
      `update api_keys set hint = $4
       where id::text = $1 and party_id = $2 and maker_id = $3 and revoked_at is null returning id, name`,
      [id, caller.id, caller.acts?.person.id ?? caller.id, hintOf(secret)],
    );
    const [key] = rows;
    if (!key) throw keyNotFound();
    await tx.query('delete from api_key_secrets where key_id = $1 and (until is not null or $2 = 0)', [
      key.id,
      graceHours,
    ]);
    await tx.query(
      'update api_key_secrets set until = now() + make_interval(hours => $2) where key_id = $1 and until is null',
      [key.id, graceHours],
    );
    await insertSecret(tx, key.id, tokenDigest(secret));
    await recordKeyAct(tx, caller, 'Rotated an API key', key.name);
  });
  return { key: await ownKey(pool, caller, id), secret };
}

/** Revokes a key of the caller's party on every node. Refusals: `key_not_found`. */
export async function revokeKey({ pool }: KeyDependencies, caller: SignedIn, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    const [name] = await revokeKeys(tx, { partyId: caller.id, id });
    if (name === undefined) throw keyNotFound();
    await recordKeyAct(tx, caller, 'Revoked an API key', name);
  });
}
