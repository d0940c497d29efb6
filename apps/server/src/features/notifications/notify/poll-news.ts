import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { memberVersions, type Versions } from '../member-versions.ts';

/** Changes of a member may become visible late, so each poll repeats this period. */
const overlapSeconds = 30;
/** Larger than every entry id. */
const endOfJournal = 2n ** 63n - 1n;

export type Bounds = {
  /** The other members follow in the next runs. */
  readonly membersAtOnce: number;
  /** Above this number of new entries, a poll reads only final ones, each once. */
  readonly entriesReadAgain: number;
};

export type Poll = {
  /** Members with possible notifications, and the versions of their data. */
  readonly members: readonly { readonly id: string; readonly versions: string }[];
  /** To call after all of them were notified. */
  readonly done: () => Promise<void>;
};

/**
 * Returns the members with possible notifications since the last poll: from the ledger, member changes and expired
 * requests.
 */
export async function pollMembers(pool: Pool, { membersAtOnce, entriesReadAgain }: Bounds): Promise<Poll> {
  const last = await lastPoll(pool, entriesReadAgain);
  const found = await changedSince(pool, await reachableMembers(pool, last));
  return {
    members: found.slice(0, membersAtOnce),
    done: async () => {
      if (found.length <= membersAtOnce) await advance(pool, last);
    },
  };
}

/** The position of the last poll, and the position to store after this one. */
type LastPoll = {
  readonly entry_id: bigint;
  readonly changed_since: Date;
  readonly now: Date;
  /** All entries up to this one are visible now. Null if unknown. */
  readonly final_entry_id: bigint | null;
  /** The last visible entry, and a transaction number that is not used yet (see the table news_polls). */
  readonly last_entry_id: bigint;
  readonly next_xid: string;
  /** True if more entries are new than may be read again. */
  readonly is_much: boolean;
};

async function lastPoll(pool: Pool, entriesReadAgain: number): Promise<LastPoll> {
  await pool.query(
    `insert into news_polls (entry_id, changed_since)
     select coalesce(max(id), 0), now() from books.entries on conflict do nothing`,
  );
  const { rows } = await pool.query<LastPoll>(
    `select entry_id, changed_since, now() as now,
            case when next_xid <= pg_snapshot_xmin(pg_current_snapshot()) or polled_at < now() - interval '5 minutes'
                 then next_entry_id end as final_entry_id,
            (select coalesce(max(id), 0) from books.entries) as last_entry_id,
            pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
            exists (select from books.entries e where e.id > entry_id order by e.id offset $1) as is_much
     from news_polls`,
    [entriesReadAgain],
  );
  const [last] = rows;
  if (!last) throw new Error('The table news_polls has no row.');
  return last;
}

/**
 * Returns the last entry of a poll. A small poll reads to the end, so that notifications are immediate; the next poll
 * repeats the entries that are not final. A large poll stops at the last final entry, because reading twice would slow
 * down payments.
 */
const endOf = ({ final_entry_id, is_much }: LastPoll): bigint => (is_much ? final_entry_id : null) ?? endOfJournal;

/** A change by the clock leaves no stored trace, so its time is part of the version. */
type ChangedMember = { readonly id: string; readonly clock: Date | undefined };

/**
 * Returns the changed members whom a confirmed mail address, push subscription or confirmed phone can reach. The query
 * selects by id instead of reading all members. It is not prepared, so that each run is planned for the actual number
 * of new entries. Contact changes cause no notifications.
 */
async function reachableMembers(pool: Pool, last: LastPoll): Promise<ChangedMember[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select u.id from people u left join notification_preferences p on p.user_id = u.id
     where u.disabled_at is null
       and (coalesce(p.email, true) and u.email_confirmed_at is not null
         or coalesce(p.push, true) and exists (select from push_subscriptions s where s.user_id = u.id)
         or p.sms and u.phone_confirmed_at is not null)
       and u.id = any (array(
         select a.owner
         from (select distinct account_id from books.postings where entry_id > $1 and entry_id <= $4) l
         join books.accounts a on a.id = l.account_id and a.kind = 'wallet'
         union all
         select a.owner from books.holds h join books.accounts a on a.id = h.account_id
         where h.ended_by > $1 and h.ended_by <= $4
         union all
         select a.owner from books.holds h join books.accounts a on a.id = h.account_id
         where h.id > $1 and h.id <= $4
         union all
         select user_id from member_versions where changed_at > $2 and topic <> 'contacts'
         union all
         select requester_id from requests_made where expires_at > $2 and expires_at <= $3))`,
    [last.entry_id, last.changed_since, last.now, endOf(last)],
  );
  const clocks = rows.length === 0 ? new Map<string, Date>() : await clocksOf(pool, last);
  return rows.map(({ id }) => ({ id, clock: clocks.get(id) }));
}

async function clocksOf(pool: Pool, { changed_since, now }: LastPoll): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; clock: Date }>(
    `select requester_id as id, max(expires_at) as clock from requests_made
     where expires_at > $1 and expires_at <= $2 group by requester_id`,
    [changed_since, now],
  );
  return new Map(rows.map(({ id, clock }) => [id, clock]));
}

/** Returns the members whose versions differ from the last poll. */
async function changedSince(pool: Pool, members: readonly ChangedMember[]) {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [versions, polled] = await Promise.all([memberVersions(pool, ids), polledVersions(pool, ids)]);
  return members
    .map(({ id, clock }) => ({ id, versions: versionText(versions.get(id), clock) }))
    .filter((member) => polled.get(member.id) !== member.versions);
}

const versionText = (versions: Versions = new Map(), clock: Date | undefined) =>
  JSON.stringify([...versions, ...(clock ? [['clock', clock] as const] : [])].toSorted(byName));
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

async function polledVersions(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ user_id: string; versions: string }>(
    'select user_id, versions from news_versions where user_id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row.versions]));
}

function advance(pool: Pool, last: LastPoll) {
  const { now, final_entry_id, last_entry_id, next_xid } = last;
  return pool.query(
    `update news_polls set
       entry_id = greatest(entry_id, $2),
       next_entry_id = case when is_due then $3 else next_entry_id end,
       next_xid = case when is_due then $4::xid8 else next_xid end,
       polled_at = case when is_due then $1 else polled_at end,
       changed_since = $1::timestamptz - make_interval(secs => $5)
     from (select next_xid is null or $2::bigint is not null as is_due from news_polls) noted`,
    [now, final_entry_id, last_entry_id, next_xid, overlapSeconds],
  );
}
