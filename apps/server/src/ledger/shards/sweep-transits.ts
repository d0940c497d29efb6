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
const addressed = 'what arrives from another ledger is paid to the account that was to get it';
const between = 'each transit account is in the two ledgers that it connects';

/**
 * Checks all that ledgers paid each other. Finds nothing wrong while payments go on: a first half is committed before its
 * second one, and both are unchangeable. Each ledger's own sweep finds what is wrong within it.
 */
export async function sweepTransits(
  pools: readonly Pool[],
  { afterAnOutage = false }: SweepOptions = {},
): Promise<TransitFinding[]> {
  const pairs = pools.flatMap((from, a) => pools.flatMap((to, b) => (a === b ? [] : [{ from, to, a, b }])));
  const findings = (await Promise.all(pools.map((pool, own) => misplaced(pool, own, pools.length)))).flat();
  for (const { from, to, a, b } of pairs) {
    const kind = transitKind(a, b);
    for await (const page of postingsIn(to, kind))
      findings.push(...(await unsent(from, kind, page, secondKey)), ...(await misdirected(from, to, page)));
    for await (const page of postingsIn(from, kind)) {
      const [sent, returned] = [page.filter(({ amount }) => amount > 0n), page.filter(({ amount }) => amount < 0n)];
      const open = await lost({ from, to, kind }, sent, afterAnOutage);
      findings.push(...open, ...(await unsent(from, kind, returned, returnKey)));
    }
  }
  return findings;
}

type Pair = { readonly from: Pool; readonly to: Pool; readonly kind: string };

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
  { from, to, kind }: Pair,
  sent: readonly TransitPosting[],
  mayBeLate: boolean,
): Promise<TransitFinding[]> {
  const keysOf = (keyOf: (first: bigint) => string) => sent.map(({ id }) => keyOf(id));
  const [seconds, returns] = await Promise.all([
    endingsIn(to, kind, keysOf(secondKey)),
    endingsIn(from, kind, keysOf(returnKey)),
  ]);
  return sent.flatMap(({ id, amount, asset, is_due: isDue }) => {
    const ends = Number(seconds.has(secondKey(id))) + Number(returns.has(returnKey(id)));
    if (ends === 1 || (ends === 0 && (mayBeLate || !isDue))) return [];
    return [{ invariant: arrived, entryId: id, found: `${amount} ${asset} ended ${ends} times` }];
  });
}

/** Returns those of the keys whose entries move something on the transit account. */
async function endingsIn(pool: Pool, kind: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows: entries } = await pool.query<{ id: bigint; key: string }>(
    'select id, key from own_books.entries where key = any ($1)',
    [keys],
  );
  const { rows: shown } = await pool.query<{ id: bigint }>(
    `select p.entry_id as id
     from own_books.postings p join own_books.accounts a on a.id = p.account_id and a.owner = $1 and a.kind = $2
     where p.entry_id = any ($3)`,
    [houseOwner, kind, entries.map(({ id }) => id)],
  );
  const ids = new Set(shown.map(({ id }) => id));
  return new Set(entries.filter(({ id }) => ids.has(id)).map(({ key }) => key));
}

/** Finds second halves that pay another account, or another amount, than their first halves name. */
async function misdirected(from: Pool, to: Pool, seconds: readonly TransitPosting[]): Promise<TransitFinding[]> {
  const [{ rows: firsts }, { rows: lines }] = await Promise.all([
    from.query<{ id: bigint; onward: string | null }>(
      `select id, ${payment('metadata')} as onward from own_books.entries where id = any ($1)`,
      [seconds.flatMap(({ first_half: id }) => (id === null ? [] : [id]))],
    ),
    to.query<{ id: bigint; paid: string | null }>(
      `select e.id, coalesce(
         (select string_agg(account_id || ':' || amount, ' ' order by account_id)
          from own_books.postings where entry_id = e.id and account_id > 0),
         ${payment('e.metadata')} -- passed on to the ledger that the receiver moved to
       ) as paid
       from own_books.entries e where e.id = any ($1)`,
      [seconds.map(({ id }) => id)],
    ),
  ]);
  const wanted = new Map(firsts.map(({ id, onward }) => [String(id), onward]));
  const paid = new Map(lines.map((line) => [line.id, line.paid]));
  return seconds.flatMap(({ id, first_half: first }) => {
    const onward = first === null ? undefined : wanted.get(first);
    if (onward === undefined || paid.get(id) === onward) return []; // unsent() finds one without a first half
    return [{ invariant: addressed, entryId: id, found: `${paid.get(id) ?? 'nothing'} and not ${onward}` }];
  });
}

/** Selects the account and the amount that a first half names, without the ledger. */
const payment = (metadata: string) => `substring(${metadata} ->> 'onward' from '^[0-9]+:[0-9]+')`;

/** Finds money in transit accounts of other ledgers, or of ledgers that do not exist. */
async function misplaced(pool: Pool, own: number, count: number): Promise<TransitFinding[]> {
  const others = Array.from({ length: count }, (_, number) => number).filter((number) => number !== own);
  const { rows } = await pool.query<{ id: bigint; kind: string }>(
    `select a.kind, (select p.entry_id from own_books.postings p where p.account_id = a.id order by p.seq limit 1) as id
     from own_books.accounts a
     where a.owner = $1 and starts_with(a.kind, 'transit:') and a.seq > 0 and a.kind <> all ($2)`,
    [houseOwner, others.flatMap((other) => [transitKind(own, other), transitKind(other, own)])],
  );
  return rows.map(({ id, kind }) => ({ invariant: between, entryId: id, found: `${kind} in ledger ${own}` }));
}
