import type { Pool } from '../../platform/database/pool.ts';
import type { TransitFinding } from './sweep-transits.ts';

/** A move that has not ended is a finding after this time. */
const onTheWaySeconds = 60;

const closed = 'a member who has moved has open accounts in one ledger only';
const numbered = 'each posting of an account that has moved is in one ledger';

type Row = { readonly account: bigint; readonly shard: number; readonly seq: bigint; readonly open: boolean };
/** The numbers of an account's postings that follow `from`, up to `to`. */
type Range = { readonly account: bigint; readonly from: bigint; readonly to: bigint };
type Jump = Range & { readonly posted: bigint };

/** Checks the accounts of members who have moved between ledgers. Finds nothing wrong while members move. */
export async function sweepMoves(pools: readonly Pool[]): Promise<TransitFinding[]> {
  const sweeps = await Promise.allSettled(
    pools.flatMap((pool) => [leftOpen(pool, pools), wronglySkipped(pool, pools), numberedTwice(pool, pools)]),
  );
  const findings = sweeps.flatMap((sweep) => (sweep.status === 'fulfilled' ? sweep.value : []));
  const failed = sweeps.find((sweep) => sweep.status === 'rejected');
  if (failed && findings.length === 0) throw failed.reason;
  return findings;
}

/** Finds left accounts that are open, or that the next ledger does not continue after their last posting. */
async function leftOpen(pool: Pool, pools: readonly Pool[]): Promise<TransitFinding[]> {
  const { rows } = await pool.query<Row>(
    `select a.id as account, d.shard, a.seq, not a.closed as open
     from own_books.departed d join own_books.accounts a on a.owner = d.owner and a.slot = ''
     where d.departed_at < now() - make_interval(secs => $1)
     order by a.id`,
    [onTheWaySeconds],
  );
  const findings = rows.filter(({ open }) => open).map(({ account }) => finding(closed, account, 'open'));
  for (const [shard, left] of Map.groupBy(rows, (row) => row.shard)) {
    const { rows: continued } = (await pools[shard]?.query<{ account: bigint; seq: bigint }>(
      `select a.id as account, left_seq.seq
       from unnest($1::bigint[], $2::bigint[]) left_seq (id, seq) join own_books.accounts a on a.id = left_seq.id
       left join own_books.jumps j on j.account_id = a.id and j.to_seq = left_seq.seq
       where left_seq.seq = 0 or j.to_seq is not null`,
      [left.map(({ account }) => account), left.map(({ seq }) => seq)],
    )) ?? { rows: [] };
    const known = new Set(continued.map(({ account }) => account));
    const lost = left.filter(({ account }) => !known.has(account));
    findings.push(...lost.map(({ account, seq }) => finding(numbered, account, `${seq} is its last in the one left`)));
  }
  return findings;
}

/** Finds numbers of postings that an account skips here, and that the other ledgers do not have exactly once. */
async function wronglySkipped(pool: Pool, pools: readonly Pool[]): Promise<TransitFinding[]> {
  const { rows: jumps } = await pool.query<Jump>(
    `select j.account_id as account, j.from_seq as "from", j.to_seq as "to", (
       select count(*) from own_books.postings p where p.account_id = j.account_id and p.seq > j.from_seq and p.seq <= j.to_seq
     ) as posted
     from own_books.jumps j order by 1, 3`,
  );
  const elsewhere = await postedElsewhere(pool, pools, jumps);
  return jumps.flatMap((jump, i) => {
    const others = elsewhere[i] ?? 0n;
    if (jump.posted === 0n && others === jump.to - jump.from) return [];
    return [finding(numbered, jump.account, `${textOf(jump)}: ${jump.posted} here, ${others} in the others`)];
  });
}

/** Finds numbers of postings that an account has here, and in another ledger as well. */
async function numberedTwice(pool: Pool, pools: readonly Pool[]): Promise<TransitFinding[]> {
  const { rows: own } = await pool.query<Range>(
    `with moved as (
       select a.id, a.seq from own_books.departed d join own_books.accounts a on a.owner = d.owner and a.slot = ''
       union
       select a.id, a.seq from own_books.jumps j join own_books.accounts a on a.id = j.account_id
     ),
     range as (
       select m.id as account, first.seq as "from", coalesce(
         (select min(j.from_seq) from own_books.jumps j where j.account_id = m.id and j.from_seq >= first.seq), m.seq
       ) as "to"
       from moved m
       cross join lateral (
         select 0::bigint as seq union all select j.to_seq from own_books.jumps j where j.account_id = m.id
       ) first
     )
     select * from range where "from" < "to" order by 1, 2`,
  );
  const elsewhere = await postedElsewhere(pool, pools, own);
  return own.flatMap((range, i) => {
    const others = elsewhere[i] ?? 0n;
    if (others === 0n) return [];
    return [finding(numbered, range.account, `${textOf(range)}: its own here, ${others} in the others as well`)];
  });
}

/** Returns how many postings the other ledgers have in each range. */
async function postedElsewhere(pool: Pool, pools: readonly Pool[], ranges: readonly Range[]): Promise<bigint[]> {
  const counts = ranges.map(() => 0n);
  for (const other of pools) {
    if (other === pool || ranges.length === 0) continue;
    const { rows } = await other.query<{ place: bigint; posted: bigint }>(
      `select place, count(p.seq) as posted
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality r (account, before, last, place)
       left join own_books.postings p on p.account_id = r.account and p.seq > r.before and p.seq <= r.last
       group by place order by place`,
      [ranges.map(({ account }) => account), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
    );
    for (const { place, posted } of rows) counts[Number(place) - 1] = (counts[Number(place) - 1] ?? 0n) + posted;
  }
  return counts;
}

const textOf = ({ from, to }: Range) => `${from + 1n} to ${to}`;

const finding = (invariant: string, account: bigint, found: string): TransitFinding => ({
  invariant,
  entryId: undefined,
  found: `account ${account}: ${found}`,
});
