import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { memberVersions, type Versions } from '../member-versions.ts';

/** What changes of a member may be seen later than what comes after it: so far back is looked again. */
const overlapSeconds = 30;
export type Look = {
  /** Those of whom something may be news, and what was as it is now when they were looked at. */
  readonly members: readonly { readonly id: string; readonly versions: string }[];
  /** To be called once all of them were told. */
  readonly done: () => Promise<void>;
};

/**
 * Who may have news since the last look: by the journal, by what changed of members, and by the clock. More than so many
 * are looked at in the next runs.
 */
export async function lookForNews(pool: Pool, membersAtOnce: number): Promise<Look> {
  const last = await lastLook(pool);
  const members = await whoWouldHear(pool, await touchedSince(pool, last));
  const found = await changedSince(pool, members);
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
};

async function lastLook(pool: Pool): Promise<LastLook> {
  await pool.query(
    `insert into news_looks (entry_id, changed_since)
     select coalesce(max(id), 0), now() from ledger.journal_entries on conflict do nothing`,
  );
  const { rows } = await pool.query<LastLook>(
    `select entry_id, changed_since, now() as now,
            case when coming_xid <= pg_snapshot_xmin(pg_current_snapshot()) or noted_at < now() - interval '5 minutes'
                 then coming_entry_id end as final_entry_id,
            (select coalesce(max(id), 0) from ledger.journal_entries) as last_entry_id,
            pg_snapshot_xmax(pg_current_snapshot())::text as next_xid
     from news_looks`,
  );
  const [last] = rows;
  if (!last) throw new Error('nobody has begun to look for news');
  return last;
}

/** What the clock has changed shows in nothing else that is stored: when it last did is part of what they are at. */
type Touched = { readonly id: string; readonly clock: Date | null };

/** Not prepared by name: each time it is planned for what is new, and not for a third of everything. */
async function touchedSince(pool: Pool, { entry_id, changed_since, now }: LastLook): Promise<Touched[]> {
  const { rows } = await pool.query<Touched>(
    `select id, max(clock) as clock
     from (
       select a.owner as id, null::timestamptz as clock
       from (select distinct account_id from ledger.postings where entry_id > $1) p
       join ledger.accounts a on a.id = p.account_id and a.kind = 'wallet'
       union all
       select a.owner, null from ledger.holds h join ledger.accounts a on a.id = h.account_id where h.ended_by > $1
       union all
       select user_id, null from member_changes where changed_at > $2
       union all
       select requester_id, expires_at from payment_requests where expires_at > $2 and expires_at <= $3
     ) touched
     group by id`,
    [entry_id, changed_since, now],
  );
  return rows;
}

/** By mail at an address that is theirs, or by push. Asked for by their ids: nothing here reads all members. */
async function whoWouldHear(pool: Pool, touched: readonly Touched[]): Promise<Touched[]> {
  if (touched.length === 0) return [];
  const { rows } = await pool.query<{ id: string }>({
    name: 'who-would-hear',
    text: `
      select u.id from users u left join notification_preferences p on p.user_id = u.id
      where u.id = any ($1) and u.disabled_at is null
        and (coalesce(p.email, true) and u.email_confirmed_at is not null
          or coalesce(p.push, true) and exists (select from push_subscriptions s where s.user_id = u.id))`,
    values: [touched.map(({ id }) => id)],
  });
  const hear = new Set(rows.map(({ id }) => id));
  return touched.filter(({ id }) => hear.has(id));
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

const versionText = (versions: Versions = new Map(), clock: Date | null) =>
  JSON.stringify([...versions, ...(clock ? [['clock', clock] as const] : [])].toSorted(byName));
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other);

async function lookedAt(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ user_id: string; versions: string }>(
    'select user_id, versions from news_looked_at where user_id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row.versions]));
}

const moveOn = (pool: Pool, { now, final_entry_id, last_entry_id, next_xid }: LastLook) =>
  pool.query(
    `update news_looks set
       entry_id = greatest(entry_id, $2),
       coming_entry_id = case when is_due then $3 else coming_entry_id end,
       coming_xid = case when is_due then $4::xid8 else coming_xid end,
       noted_at = case when is_due then $1 else noted_at end,
       changed_since = $1::timestamptz - make_interval(secs => $5)
     from (select coming_xid is null or $2::bigint is not null as is_due from news_looks) noted`,
    [now, final_entry_id, last_entry_id, next_xid, overlapSeconds],
  );
