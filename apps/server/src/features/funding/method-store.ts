import { uuidv7 } from 'uuidv7';
import type { RailMethod } from '../../providers/payment-rail/payment-rail.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { factorResetWait } from '../../platform/http/assert-may.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { assertStillSignedIn, lockMember, mailSecurityNews, type Member, type SignedIn } from '../identity/index.ts';
import { methodLabel, type StoredMethod } from './method.ts';

const columns = `id, rail_token, type, brand, last4, expiry, name, account_number, is_default,
  usable_from, usable_from > now() as waits, review_since is not null as in_review`;

/** Oldest first: the first card added stays where it was. */
export async function listMethods(database: Queryable, userId: string): Promise<StoredMethod[]> {
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods where user_id = $1 and removed_at is null order by created_at, id`,
    [userId],
  );
  return rows;
}

/** One that is there. Refusals: `payment_method_not_found`, also for another member's. */
async function findMethod(database: Queryable, userId: string, id: string): Promise<StoredMethod> {
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods where id::text = $1 and user_id = $2 and removed_at is null`,
    [id, userId],
  );
  return rows[0] ?? notFound();
}

/** Of the command with the key $1: what it has charged, and whether it stands in the books. */
const charged = '(select payment_method_id from charges where id = $1)';
const posted = 'exists (select from books.entries where key = $1)';

/**
 * The method that a command names. Whoever repeats a command is told what became of the first, also where the method was
 * removed since. Refusals: `payment_method_not_found`, also for another member's.
 */
export async function namedMethod(
  database: Queryable,
  userId: string,
  { key }: Command,
  id: string,
): Promise<StoredMethod> {
  if (!isUuid(id)) return notFound();
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods
     where id = $2 and user_id = $3 and (removed_at is null or ${charged} is not null or ${posted})`,
    [key, id, userId],
  );
  return rows[0] ?? notFound();
}

/**
 * The method of a command that names none: the one that it began with, or none where the balance has paid it already;
 * else the default. None means the balance.
 */
export async function unnamedMethod(
  database: Queryable,
  userId: string,
  { key }: Command,
): Promise<StoredMethod | undefined> {
  const { rows } = await database.query<StoredMethod>(
    `select ${columns} from payment_methods where user_id = $2 and id = ${charged}
     union all
     select ${columns} from payment_methods
     where user_id = $2 and is_default and removed_at is null and ${charged} is null and not ${posted}`,
    [key, userId],
  );
  return rows[0];
}

/** All of them are listed at once. */
const mostPerMember = 20;

type Session = Pick<SignedIn, 'sessionId' | 'resetWaitUntil'>;

/**
 * The first method added becomes the default. About a bank account the member gets a mail, and money can be withdrawn to
 * it after the wait only. Refusals: `payment_method_not_usable` where there is no room for another;
 * `factor_reset_wait` for a bank account after a lost factor was reset.
 */
export async function addMethod(
  { pool, payoutMethodWaitHours }: { readonly pool: Pool; readonly payoutMethodWaitHours: number },
  { id: userId, email, sessionId, resetWaitUntil }: Pick<Member, 'id' | 'email'> & Partial<Session>,
  token: string,
  described: RailMethod,
): Promise<StoredMethod> {
  const card = described.type === 'card' ? described : undefined;
  const bank = described.type === 'bank' ? described : undefined;
  if (bank && resetWaitUntil) throw factorResetWait(resetWaitUntil);
  return transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    // Whoever took the account over while this was under way must not find somebody else's bank account in it.
    if (sessionId !== undefined) await assertStillSignedIn(tx, { id: userId, sessionId });
    if ((await listMethods(tx, userId)).length >= mostPerMember) throw noRoom();
    const { rows } = await tx.query<StoredMethod>(
      `insert into payment_methods (id, user_id, rail_token, type, brand, last4, expiry, name, account_number,
                                    usable_from, is_default)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + $10 * interval '1 hour',
               not exists (select from payment_methods where user_id = $2 and is_default and removed_at is null))
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
      ],
    );
    const method = rows[0] ?? notFound();
    if (bank) await mailSecurityNews(tx, email, 'payoutMethodAdded', particularsOf(method));
    return method;
  });
}

const particularsOf = (method: StoredMethod): string =>
  method.waits
    ? `${methodLabel(method)}. Money can be withdrawn to it from ${momentText(method.usable_from)} on.`
    : `${methodLabel(method)}.`;

/** Refusals: `payment_method_not_usable`, with the moment from which on it is usable. */
export function assertUsableForPayout({ type, waits, in_review, usable_from }: StoredMethod): void {
  if (type !== 'bank') throw new Refusal('payment_method_not_usable', 'Money can be withdrawn to a bank account only.');
  if (in_review)
    throw new Refusal(
      'payment_method_not_usable',
      'Your password was reset. Keep this bank account on your profile page first.',
    );
  if (waits)
    throw new Refusal(
      'payment_method_not_usable',
      `This bank account is new. You can withdraw to it from ${momentText(usable_from)} on.`,
    );
}

/** `2026-11-28 09:30 UTC` */
const momentText = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** After a reset of the password: a bank account stays, and is neither the default nor usable until the owner keeps it. */
export async function reviewBankAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    `update payment_methods set review_since = coalesce(review_since, now()), is_default = false
     where user_id = $1 and type = 'bank' and removed_at is null`,
    [userId],
  );
}

/** The owner keeps it: money can be withdrawn to it again. Refusals: `payment_method_not_found`. */
export async function keepMethod(pool: Pool, userId: string, id: string): Promise<StoredMethod> {
  return transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    const method = await findMethod(tx, userId, id);
    await tx.query('update payment_methods set review_since = null where id = $1', [method.id]);
    return { ...method, in_review: false };
  });
}

/** Refusals: `payment_method_not_found`. */
export async function makeDefault(pool: Pool, userId: string, id: string): Promise<StoredMethod> {
  return transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    const method = await findMethod(tx, userId, id);
    if (method.in_review) assertUsableForPayout(method);
    await tx.query(
      'update payment_methods set is_default = false where user_id = $1 and is_default and removed_at is null',
      [userId],
    );
    await tx.query('update payment_methods set is_default = true where id = $1', [method.id]);
    return { ...method, is_default: true };
  });
}

/** The oldest of those that remain becomes the default, if the default went. Refusals: `payment_method_not_found`. */
export async function removeMethod(pool: Pool, userId: string, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await lockOwner(tx, userId);
    const method = await findMethod(tx, userId, id);
    await tx.query('update payment_methods set removed_at = now(), is_default = false where id = $1', [method.id]);
    const [oldest] = (await listMethods(tx, userId)).filter((one) => !one.in_review);
    if (method.is_default && oldest)
      await tx.query('update payment_methods set is_default = true where id = $1', [oldest.id]);
  });
}

/**
 * Changes to one member's methods go one after the other, so that there is one default. Refusals: `not_signed_in` for one
 * whose account was closed since they asked: nothing may be kept of them any more.
 */
async function lockOwner(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockMember(tx, userId))) throw new Refusal('not_signed_in', 'This account was closed.');
}

const noRoom = () =>
  new Refusal(
    'payment_method_not_usable',
    `An account has ${mostPerMember} payment methods at most. Remove one first.`,
  );

function notFound(): never {
  throw new Refusal('payment_method_not_found', 'This payment method does not exist.');
}
