import { maxKeys, type BodyOf, type Endpoints, type KeyScope, type NewApiKey } from '@florin/contract';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { uuidv7 } from 'uuidv7';
import { recordBusinessAct } from '../businesses/index.ts';
import {
  assertStillSignedIn,
  hintOf,
  newKeySecret,
  recordChange,
  tokenDigest,
  type SignedIn,
} from '../identity/index.ts';
import { readAmount } from '../wallets/index.ts';
import { findPartyKeys, insertSecret } from './key-store.ts';
import { mailNewKey } from './mail-new-key.ts';

export type KeyDependencies = {
  readonly pool: Pool;
  readonly mode: 'sandbox' | 'live';
  readonly publicUrl: string;
};

type Order = BodyOf<Endpoints['makeKey']>;

/**
 * Makes an API key for the party of the caller, with the rights of the caller, and mails the party. Refusals:
 * `too_many_keys`; `invalid_amount`; `second_factor_off` for payments that count as confirmed; `invalid_request` for an expiry in the past, for payments that count as confirmed
 * without a cap per day, and for a single wallet together with scopes that use several.
 */
export async function makeKey(
  { pool, mode, publicUrl }: KeyDependencies,
  caller: SignedIn,
  order: Order,
): Promise<NewApiKey> {
  assertFits(order);
  if (order.confirmed_payments && !caller.hasFactor)
    throw new Refusal('second_factor_off', 'Set up a second factor first. It confirms the payments of this key.');
  const [id, secret] = [uuidv7(), newKeySecret(mode)];
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, caller); // a key would outlive a password reset
    await assertRoom(tx, caller.id);
    await insertKey(tx, caller, { ...order, id, hint: hintOf(secret) });
    await insertSecret(tx, id, tokenDigest(secret));
    await recordKeyAct(tx, caller, 'Made an API key', order.name);
    await mailNewKey(tx, caller, { ...order, publicUrl });
  });
  return { key: await ownKey(pool, caller, id), secret };
}

/** Returns a key of the caller's party. Refusals: `key_not_found`. */
export async function ownKey(database: Queryable, { id: partyId }: SignedIn, id: string) {
  const [key] = await findPartyKeys(database, partyId, id);
  if (!key) throw keyNotFound();
  return key;
}

export const keyNotFound = () => new Refusal('key_not_found', 'This API key does not exist, or it was revoked.');

/** Records an act on a key: in the acts of a business, and for open pages. */
export async function recordKeyAct(tx: Queryable, caller: SignedIn, did: string, name: string): Promise<void> {
  if (caller.acts)
    await recordBusinessAct(tx, { businessId: caller.id, personId: caller.acts.person.id, did, about: name });
  await recordChange(tx, [caller.id], 'account');
}

const scopesOfSeveralWallets: readonly KeyScope[] = ['trades:write', 'deposits:write'];

function assertFits({ scopes, wallet, caps, confirmed_payments: confirmed, expires_at: expiry }: Order): void {
  if (confirmed && (caps?.day ?? null) === null)
    throw invalid('caps', 'Payments without confirmation need a cap per day.');
  if (wallet && scopes.some((scope) => scopesOfSeveralWallets.includes(scope)))
    throw invalid('wallet', 'A key that trades or deposits cannot be limited to one wallet.');
  if (expiry && new Date(expiry) <= new Date()) throw invalid('expires_at', 'Choose a time in the future.');
}

const invalid = (field: string, sentence: string) =>
  new Refusal('invalid_request', sentence, { fields: { [field]: sentence } });

async function assertRoom(tx: Queryable, partyId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    'select count(*)::int as count from api_keys where party_id = $1 and revoked_at is null',
    [partyId],
  );
  if ((rows[0]?.count ?? 0) >= maxKeys)
    throw new Refusal('too_many_keys', `An account can have ${maxKeys} API keys. Revoke one first.`);
}

async function insertKey(
  tx: Queryable,
  caller: SignedIn,
  { id, hint, name, scopes, wallet, recipients, caps, networks, ...order }: Order & { id: string; hint: string },
): Promise<void> {
  await tx.query(
    `insert into api_keys (id, party_id, maker_id, name, hint, scopes, wallet, recipients, cap_payment, cap_day, cap_month,
                           networks, confirmed_payments, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      caller.id,
      caller.acts?.person.id ?? caller.id,
      name,
      hint,
      [...new Set(scopes)],
      wallet,
      [...new Set(recipients)],
      centsOf(caps?.payment, 'caps.payment'),
      centsOf(caps?.day, 'caps.day'),
      centsOf(caps?.month, 'caps.month'),
      [...new Set(networks)],
      order.confirmed_payments ?? false,
      order.expires_at,
    ],
  );
}

const centsOf = (cap: number | string | null | undefined, field: string) =>
  cap === null || cap === undefined ? null : readAmount('USD', cap, field).units;
