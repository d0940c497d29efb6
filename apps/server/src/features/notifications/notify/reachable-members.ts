import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import type { LastPoll } from './last-poll.ts';

/** A change by the clock leaves no stored trace, so its time is part of the version. */
export type ChangedMember = { readonly id: string; readonly clock: Date | undefined };

/** The owners of wallets and holds that the entries above $1 and up to $2 changed. */
const changedOwners = `
  select a.owner
  from (select distinct account_id from member_books.postings where entry_id > $1 and entry_id <= $2) l
  join member_books.accounts a on a.id = l.account_id and a.kind = 'wallet'
  union all
  select a.owner from member_books.holds h join member_books.accounts a on a.id = h.account_id
  where h.ended_by > $1 and h.ended_by <= $2
  union all
  select a.owner from member_books.holds h join member_books.accounts a on a.id = h.account_id
  where h.id > $1 and h.id <= $2`;

/**
 * The changed members with a confirmed mail address, push subscription or confirmed phone. The query selects by id
 * instead of reading all members. The query is not prepared, so that each run is planned for the actual number of new
 * entries. Contact changes cause no notifications. With several ledgers, $1 has the owners of the changed accounts.
 */
const reachable = (isOneLedger: boolean) => `
  select u.id from people u left join notification_preferences p on p.user_id = u.id
  where u.disabled_at is null
    and (coalesce(p.email, true) and u.email_confirmed_at is not null
      or coalesce(p.push, true) and exists (select from push_subscriptions s where s.user_id = u.id)
      or p.sms and u.phone_confirmed_at is not null)
    and u.id = any (array(
      ${isOneLedger ? changedOwners : 'select unnest($1::uuid[])'}
      union all
      select user_id from member_versions where changed_at > ${isOneLedger ? '$3' : '$2'} and topic <> 'contacts'
      union all
      select requester_id from requests_made
      where expires_at > ${isOneLedger ? '$3' : '$2'} and expires_at <= ${isOneLedger ? '$4' : '$3'}))`;

type Period = Pick<LastPoll, 'changed_since' | 'now'>;

/** Returns the members with changes since the last poll, for an installation with one ledger. */
export async function reachableMembers(
  pool: Pool,
  { entry_id, ...period }: Period & Pick<LastPoll, 'entry_id'>,
  last: bigint,
): Promise<ChangedMember[]> {
  const { rows } = await pool.query<{ id: string }>(reachable(true), [
    entry_id,
    last,
    period.changed_since,
    period.now,
  ]);
  return withClocks(pool, period, rows);
}

/**
 * Returns the reachable members with changes since the last poll: the given owners, whose accounts have new entries,
 * and members with other changes.
 */
export async function reachableAmong(pool: Pool, owners: readonly string[], period: Period): Promise<ChangedMember[]> {
  const { rows } = await pool.query<{ id: string }>(reachable(false), [owners, period.changed_since, period.now]);
  return withClocks(pool, period, rows);
}

/** Returns the owners that a ledger's entries above `after` and up to `last` changed. */
export async function ownersChangedIn(books: Queryable, after: bigint, last: bigint): Promise<string[]> {
  const { rows } = await books.query<{ owner: string }>(`select distinct owner from (${changedOwners}) changed`, [
    after,
    last,
  ]);
  return rows.map(({ owner }) => owner);
}

async function withClocks(pool: Pool, period: Period, rows: readonly { id: string }[]): Promise<ChangedMember[]> {
  const clocks = rows.length === 0 ? new Map<string, Date>() : await clocksOf(pool, period);
  return rows.map(({ id }) => ({ id, clock: clocks.get(id) }));
}

async function clocksOf(pool: Pool, { changed_since, now }: Period): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; clock: Date }>(
    `select requester_id as id, max(expires_at) as clock from requests_made
     where expires_at > $1 and expires_at <= $2 group by requester_id`,
    [changed_since, now],
  );
  return new Map(rows.map(({ id, clock }) => [id, clock]));
}
