import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { memberVersions, type Versions } from '../member-versions.ts';

/** What changes of a member may be seen later than what comes after it: so far back is looked again. */
const overlapSeconds = 30;
/** No entry comes after it. */
const endOfJournal = 2n ** 63n - 1n;

export type Bounds = {
  /** More are told in the next runs. */
  readonly membersAtOnce: number;
  /** Where more entries are new, a look reads those that are final, and each is read once. */
  readonly entriesReadAgain: number;
};

export type Look = {
  /** Those of whom something may be news, and what was as it is now when they were looked at. */
  readonly members: readonly { readonly id: string; readonly versions: string }[];
  /** To be called once all of them were told. */
  readonly done: () => Promise<void>;
};

/** Who may have news since the last look: by the journal, by what changed of members, and by the clock. */
export async function lookForNews(pool: Pool, { membersAtOnce, entriesReadAgain }: Bounds): Promise<Look> {
  const last = await lastLook(pool, entriesReadAgain);
  const found = await changedSince(pool, await whoWouldHear(pool, last));
  return {
    members: found.slice(0, membersAtOnce),
    done: async () => {
      if (found.length <= membersAtOnce) await moveOn(pool, last);
    },
  };
}

/** How far the last look came, and what this one may say of the journal when it is done. */
type LastLook = {
  readonly entry_id: bigint;
  readonly changed_since: Date;
  readonly now: Date;
  /** All entries up to it can be seen by now, if that is known of one. */
  readonly final_entry_id: bigint | null;
  /** The last entry that can be seen, and a transaction number that none has yet: migration 0026 says what for. */
  readonly last_entry_id: bigint;
  readonly next_xid: string;
  /** More entries are new than are read again. */
  readonly is_much: boolean;
};

async function lastLook(pool: Pool, entriesReadAgain: number): Promise<LastLook> {
  await pool.query(
    `insert into news_polls (entry_id, changed_since)
     select coalesce(max(id), 0), now() from books.entries on conflict do nothing`,
  );
  const { rows } = await pool.query<LastLook>(
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
  if (!last) throw new Error('nobody has begun to look for news');
  return last;
}

/**
 * Where a look ends. What is not known to be final is read to the end, so that news are told at once, and again by the next
 * look, as something may have appeared among it. Where it is much, that takes time that payments then lack.
 */
const endOf = ({ final_entry_id, is_much }: LastLook): bigint => (is_much ? final_entry_id : null) ?? endOfJournal;

/** What the clock has changed shows in nothing else that is stored: when it last did is part of what they are at. */
type Touched = { readonly id: string; readonly clock: Date | undefined };

/**
 * Those who were touched, if they would hear of it: by mail at an address that is theirs, by push, or by text. Asked for by their
 * ids, so that nothing here reads all members. Not prepared by name: each time it is planned for what is new, and not for
 * a third of everything. What changed of a contact is on no bell.
 */
async function whoWouldHear(pool: Pool, last: LastLook): Promise<Touched[]> {
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

async function clocksOf(pool: Pool, { changed_since, now }: LastLook): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await pool.query<{ id: string; clock: Date }>(
    `select requester_id as id, max(expires_at) as clock from requests_made
     where expires_at > $1 and expires_at <= $2 group by requester_id`,
    [changed_since, now],
  );
  return new Map(rows.map(({ id, clock }) => [id, clock]));
}

/** Without those who were looked at as they are now. */
async function changedSince(pool: Pool, members: readonly Touched[]) {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [versions, looked] = await Promise.all([memberVersions(pool, ids), lookedAt(pool, ids)]);
  return members
    .map(({ id, clock }) => ({ id, versions: versionText(versions.get(id), clock) }))
    .filter((member) => looked.get(member.id) !== member.versions);
}

const versionText = (versions: Versions = new Map(), clock: Date | undefined) =>
  JSON.stringify([...versions, ...(clock ? [['clock', clock] as const] : [])].toSorted(byName));
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

async function lookedAt(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ user_id: string; versions: string }>(
    'select user_id, versions from news_versions where user_id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row.versions]));
}

function moveOn(pool: Pool, last: LastLook) {
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
