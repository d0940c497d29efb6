import type { FiatCode } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../ledger/index.ts';
import type { RailMethod } from '../../providers/payment-rail/payment-rail.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import {
  assertStillSignedIn,
  factorResetWait,
  lockMember,
  mailSecurityNews,
  personOf,
  recordChange,
  type Member,
  type SignedIn,
} from '../identity/index.ts';
import { methodLabel, type StoredMethod } from './method.ts';

const columns = `id, rail_token, type, brand, last4, expiry, name, account_number, is_default, currency,
  usable_from, usable_from > now() as waits, review_since is not null as in_review`;

/** Oldest first. */
export async function listMethods(database: Queryable, userId: string): Promise<StoredMethod[]> {
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods where user_id = $1 and removed_at is null order by created_at, id`,
    [userId],
  );
  return rows;
}

/** Returns a method that was not removed. Errors: `payment_method_not_found`, also for another member's method. */
async function findMethod(database: Queryable, userId: string, id: string): Promise<StoredMethod> {
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods where id::text = $1 and user_id = $2 and removed_at is null`,
    [id, userId],
  );
  return rows[0] ?? notFound();
}

/**
 * For the command with key $1: the method that the command charged, and whether its entry exists. $3 is true if another
 * ledger has the entry.
 */
const charged = '(select payment_method_id from charges where id = $1)';
const posted = '($3::boolean or exists (select from member_books.entries where key = $1))';

type Commands = { readonly pool: Queryable; readonly ledger: Pick<Ledger, 'hasEntryElsewhere'> };

/**
 * Returns the method that a command names. A repeated command also finds a method that was removed since, so the
 * command gets its first answer. Errors: `payment_method_not_found`, also for another member's method.
 */
export async function namedMethod(
  { pool, ledger }: Commands,
  userId: string,
  { key }: Command,
  id: string,
): Promise<StoredMethod> {
  if (!isUuid(id)) return notFound();
  const { rows } = await pool.query<StoredMethod>(
    `select ${columns} from payment_methods
     where id = $4 and user_id = $2 and (removed_at is null or ${charged} is not null or ${posted})`,
    [key, userId, await ledger.hasEntryElsewhere(userId, key), id],
  );
  return rows[0] ?? notFound();
}

/**
 * Returns the method of a command that names no method: the method of its first attempt, else the default. Returns
 * undefined for the USD balance.
 */
export async function unnamedMethod(
  { pool, ledger }: Commands,
  userId: string,
  { key }: Command,
): Promise<StoredMethod | undefined> {
  const { rows } = await pool.query<StoredMethod>(
    `select ${columns} from payment_methods where user_id = $2 and id = ${charged}
     union all
     select ${columns} from payment_methods
     where user_id = $2 and is_default and removed_at is null and ${charged} is null and not ${posted}`,
    [key, userId, await ledger.hasEntryElsewhere(userId, key)],
  );
  return rows[0];
}

/** A low bound, because one call lists all methods. */
const maxPerMember = 20;

/** A bank account that its owner named by its number. */
export type NumberedAccount = {
  readonly currency: FiatCode;
  /** Returns the number, encrypted for its owner. */
  readonly encrypt: (tx: Queryable) => Promise<Buffer>;
  /** Keyed digest of the number. */
  readonly digest: Buffer;
  /** Returns the error if the member has the account already. */
  readonly known: () => Refusal;
};

type Session = Pick<SignedIn, 'sessionId' | 'resetWaitUntil' | 'acts'>;

type Wait = { readonly payoutMethodWaitHours: number };
type NewOwner = Pick<Member, 'id' | 'email'> & Partial<Session>;

/**
 * Adds a payment method. The first method becomes the default. A new bank account is mailed to the member and accepts
 * withdrawals after the wait. Errors: `payment_method_not_usable` at the maximum, `factor_reset_wait` for a bank
 * account after a reset of the second factor, and the account's own error if the member has it already.
 */
export async function addMethod(
  { pool, payoutMethodWaitHours }: Wait & { readonly pool: Pool },
  owner: NewOwner,
  token: string,
  described: RailMethod,
  numbered?: NumberedAccount,
): Promise<StoredMethod> {
  if (described.type === 'bank' && owner.resetWaitUntil) throw factorResetWait(owner.resetWaitUntil);
  return transact(pool, async (tx) => {
    const method = await addMethodWithin(tx, owner, { token, described, numbered, payoutMethodWaitHours });
    if (method.type === 'bank') await mailSecurityNews(tx, owner.email, 'payoutMethodAdded', particularsOf(method));
    return method;
  });
}

type NewMethod = Wait & {
  readonly token: string;
  readonly described: RailMethod;
  readonly numbered?: NumberedAccount | undefined;
};

/** Adds a payment method in the caller's transaction. Errors: `payment_method_not_usable` at the maximum, and `known`. */
export async function addMethodWithin(
  tx: Queryable,
  { id: userId, sessionId, acts }: Omit<NewOwner, 'email'>,
  { token, described, numbered, payoutMethodWaitHours }: NewMethod,
): Promise<StoredMethod> {
  const card = described.type === 'card' ? described : undefined;
  const bank = described.type === 'bank' ? described : undefined;
  // The account may have a new owner since the request started. The earlier owner must not add a bank account.
  if (sessionId !== undefined) await assertStillSignedIn(tx, { id: userId, sessionId, ...(acts && { acts }) });
  await lockOwner(tx, userId);
  if (numbered && (await hasAccount(tx, userId, numbered))) throw numbered.known();
  await assertRoom(tx, userId);
  const { rows } = await tx.query<StoredMethod>(
    `insert into payment_methods (id, user_id, rail_token, type, brand, last4, expiry, name, account_number,
                                  usable_from, currency, account_details, number_digest, added_by, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + $10 * interval '1 hour', $11, $12, $13, $14,
             $11::text is null
               and not exists (select from payment_methods where user_id = $2 and is_default and removed_at is null))
     returning ${columns}`,
    [
      uuidv7(),
      userId,
      token,
      described.type,
      card?.brand,
      card?.last4,
      card?.expiry,
      bank?.name,
      bank?.accountNumber,
      bank ? payoutMethodWaitHours : 0,
      numbered?.currency,
      await numbered?.encrypt(tx),
      numbered?.digest,
      personOf({ id: userId, acts }),
    ],
  );
  return rows[0] ?? notFound();
}

/** Errors: `payment_method_not_usable` if the member has as many methods as possible. */
export async function assertRoom(database: Queryable, userId: string): Promise<void> {
  if ((await listMethods(database, userId)).length >= maxPerMember) throw noRoom();
}

/** Accounts from before digests were stored have none, so they can be added again. */
async function hasAccount(tx: Queryable, userId: string, { digest }: NumberedAccount): Promise<boolean> {
  const { rows } = await tx.query(
    'select from payment_methods where user_id = $1 and number_digest = $2 and removed_at is null',
    [userId, digest],
  );
  return rows.length > 0;
}

const particularsOf = (method: StoredMethod): string =>
  method.waits
    ? `${methodLabel(method)}. You can withdraw to it from ${momentText(method.usable_from)}.`
    : `${methodLabel(method)}.`;

/** Errors: `payment_method_not_usable`, with the time of the first possible withdrawal, or with the currency. */
export function assertUsableForPayout(
  { type, waits, in_review, usable_from, currency }: StoredMethod,
  wallet?: FiatCode,
): void {
  if (currency !== null && wallet !== undefined && currency !== wallet)
    throw new Refusal('payment_method_not_usable', `This bank account is in ${currency}. Choose one in ${wallet}.`);
  if (type !== 'bank')
    throw new Refusal('payment_method_not_usable', 'Withdrawals go to bank accounts only. Choose a bank account.');
  if (in_review)
    throw new Refusal(
      'payment_method_not_usable',
      'A password was reset. Confirm this bank account on the profile page first.',
    );
  if (waits)
    throw new Refusal(
      'payment_method_not_usable',
      `This bank account is new. You can withdraw to it from ${momentText(usable_from)}.`,
    );
}

/** Errors: `payment_method_not_usable` for a bank account that its owner named by its number. */
export function assertDrawable({ currency }: StoredMethod): void {
  if (currency !== null)
    throw new Refusal(
      'payment_method_not_usable',
      '{{brand}} cannot draw money from this bank account. Make a bank transfer instead.',
    );
}

/** `2026-11-28 09:30 UTC` */
const momentText = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Puts a person's bank accounts in review after a password reset, including accounts that the person added for
 * businesses. The accounts are not usable until they are confirmed.
 */
export async function reviewBankAccounts(tx: Queryable, personId: string): Promise<void> {
  const { rows } = await tx.query<{ user_id: string }>(
    `update payment_methods set review_since = coalesce(review_since, now()), is_default = false
     where type = 'bank' and removed_at is null
       and (user_id = $1 or added_by = $1 and added_by <> user_id or added_by is null and user_id in
            (select business_id from business_roles where person_id = $1 and role in ('owner', 'admin')))
     returning user_id`,
    [personId],
  );
  await recordChange(tx, [...new Set(rows.map((row) => row.user_id))], 'account');
}

/** Ends a bank account's review. Errors: `payment_method_not_found`; `not_signed_in` if another reset ended the session. */
export async function keepMethod(pool: Pool, member: SignedIn, id: string): Promise<StoredMethod> {
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    const method = await findMethod(tx, member.id, id);
    await tx.query('update payment_methods set review_since = null where id = $1', [method.id]);
    return { ...method, in_review: false };
  });
}

/** Errors: `payment_method_not_found`. */
export async function makeDefault(pool: Pool, userId: string, id: string): Promise<StoredMethod> {
  return transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    const method = await findMethod(tx, userId, id);
    assertDrawable(method);
    if (method.in_review) assertUsableForPayout(method);
    await tx.query(
      'update payment_methods set is_default = false where user_id = $1 and is_default and removed_at is null',
      [userId],
    );
    await tx.query('update payment_methods set is_default = true where id = $1', [method.id]);
    return { ...method, is_default: true };
  });
}

/**
 * Removes a method. If the default method is removed, the oldest remaining method becomes the default. Errors:
 * `payment_method_not_found`.
 */
export async function removeMethod(pool: Pool, userId: string, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    const method = await findMethod(tx, userId, id);
    await tx.query('update payment_methods set removed_at = now(), is_default = false where id = $1', [method.id]);
    const [oldest] = (await listMethods(tx, userId)).filter((one) => !one.in_review && one.currency === null);
    if (method.is_default && oldest)
      await tx.query('update payment_methods set is_default = true where id = $1', [oldest.id]);
  });
}

/**
 * Locks the member so that concurrent changes leave one default method. Errors: `not_signed_in` if the account was
 * closed since: a closed account keeps no personal data.
 */
async function lockOwner(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockMember(tx, userId))) throw new Refusal('not_signed_in', 'This account was closed.');
}

const noRoom = () =>
  new Refusal('payment_method_not_usable', `An account can have ${maxPerMember} payment methods. Remove one first.`);

function notFound(): never {
  throw new Refusal('payment_method_not_found', 'This payment method does not exist.');
}
