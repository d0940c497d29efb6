import type { Pool } from '../../platform/database/pool.ts';
import { houseOwner } from '../entry.ts';
import { returnKey, secondKey } from './halves.ts';
import { transitKind } from './transit.ts';

/** A first half without a second one is a finding after this time. */
const onItsWaySeconds = 60;

const pageSize = 1_000;

/** What is wrong between two ledgers. */
export type TransitFinding = {
  readonly invariant: string;
  readonly entryId: bigint | undefined;
  readonly found: string;
};

/** After an outage, what is on its way may be older than otherwise. It arrives when Florin runs. */
export type SweepOptions = { readonly afterAnOutage?: boolean };

const arrived = 'each payment to another ledger arrives once, or goes back once';
const sentBefore = 'what arrives from another ledger, or goes back, was sent with the same amount';

/**
 * Checks all that ledgers paid each other. Finds nothing wrong while payments go on: a first half is committed before its
 * second one, and both are unchangeable. Each ledger's own sweep finds what is wrong within it.
 */
export async function sweepTransits(
  pools: readonly Pool[],
  { afterAnOutage = false }: SweepOptions = {},
): Promise<TransitFinding[]> {
  const pairs = pools.flatMap((from, a) => pools.flatMap((to, b) => (a === b ? [] : [{ from, to, a, b }])));
  const findings: TransitFinding[] = [];
  for (const { from, to, a, b } of pairs) {
    const kind = transitKind(a, b);
    for await (const page of postingsIn(to, kind)) findings.push(...(await unsent(from, kind, page, secondKey)));
    for await (const page of postingsIn(from, kind)) {
      const [sent, returned] = [page.filter(({ amount }) => amount > 0n), page.filter(({ amount }) => amount < 0n)];
      findings.push(...(await lost(from, to, sent, afterAnOutage)), ...(await unsent(from, kind, returned, returnKey)));
    }
  }
  return findings;
}

type TransitPosting = {
  readonly account: bigint;
  readonly seq: bigint;
  readonly id: bigint;
  readonly key: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly first_half: string | null;
  readonly is_due: boolean;
};

/** Reads the postings of a transit account, lane by lane. */
async function* postingsIn(pool: Pool, kind: string): AsyncGenerator<TransitPosting[]> {
  let last: Pick<TransitPosting, 'account' | 'seq'> | undefined;
  for (;;) {
    const { rows } = await pool.query<TransitPosting>(
      `select p.account_id as account, p.seq, e.id, e.key, p.asset, p.amount, e.metadata ->> 'first_half' as first_half,
              e.recorded_at < now() - make_interval(secs => $5) as is_due
       from own_books.accounts a join own_books.postings p on p.account_id = a.id join own_books.entries e on e.id = p.entry_id
       where a.owner = $1 and a.kind = $2 and (p.account_id, p.seq) > ($3, $4)
       order by p.account_id, p.seq limit ${pageSize}`,
      [houseOwner, kind, last?.account ?? -(2n ** 62n), last?.seq ?? 0n, onItsWaySeconds],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1);
  }
}

/** Finds endings of first halves, by this kind of key, that have no first half or another amount. */
async function unsent(
  from: Pool,
  kind: string,
  endings: readonly TransitPosting[],
  keyOf: (first: bigint) => string,
): Promise<TransitFinding[]> {
  const { rows } = await from.query<{ id: bigint; asset: string; amount: bigint }>(
    `select p.entry_id as id, p.asset, sum(p.amount) as amount
     from own_books.postings p join own_books.accounts a on a.id = p.account_id and a.owner = $1 and a.kind = $2
     where p.entry_id = any ($3) group by p.entry_id, p.asset`,
    [houseOwner, kind, endings.flatMap(({ first_half: id }) => (id === null ? [] : [id]))],
  );
  const sent = new Map(rows.map((row) => [row.id, row]));
  return endings.flatMap(({ id, key, asset, amount, first_half: first }) => {
    const half = first === null ? undefined : sent.get(BigInt(first));
    const isRight = half && key === keyOf(half.id) && half.asset === asset && half.amount === -amount;
    return isRight ? [] : [{ invariant: sentBefore, entryId: id, found: `${amount} ${asset} of entry ${first}` }];
  });
}

/** Finds first halves that neither arrived nor went back in time, or did both. */
async function lost(
  from: Pool,
  to: Pool,
  sent: readonly TransitPosting[],
  mayBeLate: boolean,
): Promise<TransitFinding[]> {
  const keysOf = (keyOf: (first: bigint) => string) => sent.map(({ id }) => keyOf(id));
  const [seconds, returns] = await Promise.all([keysIn(to, keysOf(secondKey)), keysIn(from, keysOf(returnKey))]);
  return sent.flatMap(({ id, amount, asset, is_due: isDue }) => {
    const ends = Number(seconds.has(secondKey(id))) + Number(returns.has(returnKey(id)));
    if (ends === 1 || (ends === 0 && (mayBeLate || !isDue))) return [];
    return [{ invariant: arrived, entryId: id, found: `${amount} ${asset} ended ${ends} times` }];
  });
}

async function keysIn(pool: Pool, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ key: string }>('select key from own_books.entries where key = any ($1)', [keys]);
  return new Set(rows.map(({ key }) => key));
}
