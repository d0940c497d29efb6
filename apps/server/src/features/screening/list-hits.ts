import type { AnswerOf, Endpoints, ScreeningHit as ScreeningHitView } from '@florin/contract';
import type { ScreeningHit } from '@florin/screening';
import type { Queryable } from '../../platform/database/pool.ts';
import type { NameScreening } from './name-screening.ts';

const maxWaiting = 200;
const maxDecided = 20;

type Row = {
  id: bigint;
  subject: string;
  member: { id: string; name: string; email: string } | null;
  name: string;
  found: readonly ScreeningHit[];
  state: ScreeningHitView['state'];
  found_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
};

type Dependencies = { readonly screening: NameScreening; readonly mode: 'sandbox' | 'live' };

/** Returns the loaded lists, the hits that wait, oldest first, and the last decisions. */
export async function readScreening(
  database: Queryable,
  { screening, mode }: Dependencies,
  reader: string,
): Promise<AnswerOf<Endpoints['getScreening']>> {
  const lists = screening.lists();
  const [hits, waiting] = await Promise.all([listHits(database, reader), countWaitingHits(database)]);
  return {
    lists: lists.map(({ list, date, entries, files }) => ({
      list,
      date,
      entries,
      files: files.map((file) => ({ ...file })),
    })),
    problem: screening.problem() ?? null,
    are_missing: mode === 'live' && lists.length === 0,
    hits,
    waiting,
  };
}

/** Returns the number of hits without a decision. */
export async function countWaitingHits(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from screening_hits where state = 'waiting'`,
  );
  return rows[0]?.count ?? 0;
}

async function listHits(database: Queryable, reader: string): Promise<ScreeningHitView[]> {
  const { rows } = await database.query<Row>(
    `with shown as (
       (select * from screening_hits where state = 'waiting' order by id limit $1)
       union all
       (select * from screening_hits where state <> 'waiting' order by decided_at desc limit $2)
     )
     select h.id, h.subject, h.name, h.found, h.state, h.found_at, h.decided_at, h.reason, o.email as decided_by,
            case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) end as member
     from shown h left join people m on m.id = h.member_id and m.closed_at is null left join people o on o.id = h.decided_by
     order by h.state <> 'waiting', h.decided_at desc, h.id`,
    [maxWaiting, maxDecided],
  );
  return rows.map((row) => hitView(row, reader));
}

const hitView = (row: Row, reader: string): ScreeningHitView => ({
  id: String(row.id),
  line: /^line (\d+)$/.exec(row.subject)?.[1] ?? null,
  member: row.member,
  name: row.name,
  found: row.found.map(({ list, id, name, matched_name: matched, score, program }) => ({
    list,
    id,
    name,
    matched_name: matched,
    score: Math.floor(score * 100),
    program,
  })),
  state: row.state,
  found_at: row.found_at.toISOString(),
  decided_by: row.decided_by,
  decided_at: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
  yours: row.subject === `member ${reader}`,
});
