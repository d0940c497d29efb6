import type { Pool } from '../../platform/database/pool.ts';
import type { TransitFinding } from './sweep-transits.ts';

/** A move that has not ended is a finding after this time. */
const onTheWaySeconds = 60;

const closed = 'a member who has moved has open accounts in one ledger only';
const numbered = 'each posting of an account that has moved is in one ledger';

type Row = { readonly account: bigint; readonly shard: number; readonly seq: bigint; readonly open: boolean };
type Jump = { readonly account: bigint; readonly from: bigint; readonly to: bigint; readonly posted: bigint };

/** Checks the accounts of members who have moved between ledgers. Finds nothing wrong while members move. */
export async function sweepMoves(pools: readonly Pool[]): Promise<TransitFinding[]> {
  const sweeps = await Promise.allSettled(pools.flatMap((pool) => [leftOpen(pool, pools), numberedTwice(pool, pools)]));
  const findings = sweeps.flatMap((sweep) => (sweep.status === 'fulfilled' ? sweep.value : []));
  const failed = sweeps.find((sweep) => sweep.status === 'rejected');
  if (failed && findings.length === 0) throw failed.reason;
  return findings;
}

/** Finds accounts that were left and are open, or that the next ledger does not continue after their last posting. */
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

/** Finds numbers of postings that an account skips here, and that the other ledgers do not have once. */
async function numberedTwice(pool: Pool, pools: readonly Pool[]): Promise<TransitFinding[]> {
  const { rows: jumps } = await pool.query<Jump>(
    `select j.account_id as account, j.from_seq as "from", j.to_seq as "to", (
       select count(*) from own_books.postings p where p.account_id = j.account_id and p.seq > j.from_seq and p.seq <= j.to_seq
     ) as posted
     from own_books.jumps j order by 1, 3`,
  );
  const counts = new Map(jumps.map((jump) => [jump, 0n]));
  for (const other of pools) {
    if (other === pool || jumps.length === 0) continue;
    const { rows } = await other.query<{ place: bigint; posted: bigint }>(
      `select place, count(p.seq) as posted
       from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality j (account, before, last, place)
       left join own_books.postings p on p.account_id = j.account and p.seq > j.before and p.seq <= j.last
       group by place order by place`,
      [jumps.map(({ account }) => account), jumps.map(({ from }) => from), jumps.map(({ to }) => to)],
    );
    for (const { place, posted } of rows) {
      const jump = jumps[Number(place) - 1];
      if (jump) counts.set(jump, (counts.get(jump) ?? 0n) + posted);
    }
  }
  return jumps.flatMap((jump) => {
    const elsewhere = counts.get(jump) ?? 0n;
    if (jump.posted === 0n && elsewhere === jump.to - jump.from) return [];
    const range = `${jump.from + 1n} to ${jump.to}`;
    return [finding(numbered, jump.account, `${range}: ${jump.posted} here, ${elsewhere} in the others`)];
  });
}

const finding = (invariant: string, account: bigint, found: string): TransitFinding => ({
  invariant,
  entryId: undefined,
  found: `account ${account}: ${found}`,
});
