import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { memberVersions, type Versions } from '../member-versions.ts';

/** What is written while this is read may be seen later than what comes after it: so far back is looked again. */
const overlapSeconds = 30;
/** More are looked at in the next run. */
const membersAtOnce = 200;

export type Look = {
  /** Those of whom something may be news, and what was as it is now when they were looked at. */
  readonly members: readonly { readonly id: string; readonly versions: string }[];
  /** To be called once all of them were told. */
  readonly done: () => Promise<void>;
};

/** Who may have news since the last look: by the journal, by what changed of members, and by the clock. */
export async function lookForNews(pool: Pool): Promise<Look> {
  await beginLooking(pool);
  const { at, members } = await candidates(pool);
  const found = await changedSince(pool, members);
  return {
    members: found.slice(0, membersAtOnce),
    done: async () => {
      if (found.length <= membersAtOnce) await moveOn(pool, at);
    },
  };
}

const beginLooking = (pool: Pool) =>
  pool.query(
    `insert into news_looks (entry_id, changed_since)
     select coalesce(max(id), 0), now() from ledger.journal_entries on conflict do nothing`,
  );

type Candidate = { id: string; by_clock: boolean };

/** Whoever would hear of it: by mail at an address that is theirs, or by push. */
async function candidates(pool: Pool): Promise<{ at: Date; members: Candidate[] }> {
  const { rows } = await pool.query<{ at: Date; id: string | null; by_clock: boolean }>({
    name: 'news-candidates',
    text: `
      with look as materialized (select entry_id, changed_since, now() as at from news_looks),
      touched as (
        select a.owner as id, false as by_clock from look
        join ledger.postings p on p.entry_id > look.entry_id
        join ledger.accounts a on a.id = p.account_id and a.kind = 'wallet'
        union
        select a.owner, false from look
        join ledger.holds h on h.ended_by > look.entry_id
        join ledger.accounts a on a.id = h.account_id
        union
        select c.user_id, false from look join member_changes c on c.changed_at > look.changed_since
        union
        select r.requester_id, true from look
        join payment_requests r on r.expires_at > look.changed_since and r.expires_at <= look.at)
      select look.at, u.id, coalesce(bool_or(t.by_clock), false) as by_clock
      from look left join (
        touched t join users u on u.id = t.id and u.disabled_at is null
        left join notification_preferences p on p.user_id = u.id) on
        coalesce(p.email, true) and u.email_confirmed_at is not null
        or coalesce(p.push, true) and exists (select from push_subscriptions s where s.user_id = u.id)
      group by look.at, u.id`,
  });
  const at = rows[0]?.at;
  if (!at) throw new Error('nobody has begun to look for news');
  return { at, members: rows.flatMap(({ id, by_clock }) => (id === null ? [] : [{ id, by_clock }])) };
}

/** Without those who were looked at as they are now. What the clock alone has changed shows in nothing that is stored. */
async function changedSince(pool: Pool, members: readonly Candidate[]) {
  if (members.length === 0) return [];
  const ids = members.map(({ id }) => id);
  const [versions, looked] = await Promise.all([memberVersions(pool, ids), lookedAt(pool, ids)]);
  return members
    .map(({ id, by_clock }) => ({ id, by_clock, versions: versionText(versions.get(id)) }))
    .filter((member) => member.by_clock || looked.get(member.id) !== member.versions);
}

const versionText = (versions: Versions = new Map()) =>
  JSON.stringify([...versions].toSorted(([one], [other]) => one.localeCompare(other)));

async function lookedAt(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ user_id: string; versions: string }>(
    'select user_id, versions from news_looked_at where user_id = any ($1)',
    [ids],
  );
  return new Map(rows.map((row) => [row.user_id, row.versions]));
}

const moveOn = (pool: Pool, at: Date) =>
  pool.query(
    `update news_looks l set
       entry_id = greatest(l.entry_id, coalesce((
         select max(e.id) from ledger.journal_entries e
         where e.id > l.entry_id and e.recorded_at < $1::timestamptz - make_interval(secs => $2)), 0)),
       changed_since = greatest(l.changed_since, $1::timestamptz - make_interval(secs => $2))`,
    [at, overlapSeconds],
  );
