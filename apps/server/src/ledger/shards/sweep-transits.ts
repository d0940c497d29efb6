import type { Pool } from '../../platform/database/pool.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { houseOwner } from '../entry.ts';
import { returnKey, secondKey } from './halves.ts';
import { transitKind } from './transit.ts';

/** A first half without a second one is a finding after this time. */
const onItsWaySeconds = 60;

const pageSize = 1_000;

/** A violated invariant between two ledgers. */
export type TransitFinding = {
  readonly invariant: string;
  readonly entryId: bigint | undefined;
  readonly found: string;
};

const arrived = 'each payment to another ledger arrives once, or goes back once';
const sentBefore = 'what arrives from another ledger, or goes back, was sent with the same amount';
const addressed = 'what arrives from another ledger is paid to the account that was to get it';
const between = 'each transit account is in the two ledgers that it connects';

/** For each lane of a transit account, the last posting up to which everything was checked and has arrived. */
export type Swept = Map<bigint, bigint>;

export type SweepOptions = {
  readonly swept?: Swept;
  /** Payments on their way may be older after an outage, because they arrive only while Florin runs. */
  readonly afterAnOutage?: boolean;
};

/**
 * Checks the payments between ledgers. Payments during the check cause no findings: a first half is committed before
 * its second half, and both are unchangeable. Each ledger's own sweep finds faults within that ledger. If a ledger is
 * down, checks the others, and throws if nothing is wrong in them.
 *
 * @param options.swept the postings that earlier sweeps have checked. The map grows, unless something is wrong. By
 * default, all postings are checked
 */
export async function sweepTransits(
  pools: readonly Pool[],
  { swept = new Map(), afterAnOutage = false }: SweepOptions = {},
): Promise<TransitFinding[]> {
  const pairs = pools.flatMap((from, a) =>
    pools.flatMap((to, b) => (a === b ? [] : [{ from, to, kind: transitKind(a, b) }])),
  );
  const findings: TransitFinding[] = [];
  const checked: Swept = new Map();
  const works = [
    ...pools.map((pool, own) => async () => void findings.push(...(await misplaced(pool, own, pools.length)))),
    ...pairs.map((pair) => async () => {
      const found = await sweepPair(pair, { swept, afterAnOutage });
      findings.push(...found.findings);
      for (const [account, seq] of found.checked) checked.set(account, seq);
    }),
  ];
  const failure: unknown = await forEachSettled(works, (work) => work()).catch((error: unknown) => error);
  if (findings.length === 0) for (const [account, seq] of checked) swept.set(account, seq);
  if (findings.length === 0 && failure !== undefined) throw failure;
  return [...new Map(findings.map((one) => [`${one.invariant} ${one.entryId}`, one])).values()];
}

/** Two ledgers, and the transit account between them. */
type Pair = { readonly from: Pool; readonly to: Pool; readonly kind: string };

async function sweepPair(pair: Pair, { swept, afterAnOutage }: Required<SweepOptions>) {
  const findings: TransitFinding[] = [];
  const checked: Swept = new Map();
  for await (const page of postingsAfter(swept, pair.to, pair.kind)) {
    const faults = [unsent(pair, page, secondKey), misdirected(pair, page), endedTwice(pair, page)];
    findings.push(...(await Promise.all(faults)).flat());
    for (const { account, seq } of page) checked.set(account, seq);
  }
  const waiting = new Set<bigint>(); // lanes
  for await (const page of postingsAfter(swept, pair.from, pair.kind)) {
    const [sent, returned] = [page.filter(({ amount }) => amount > 0n), page.filter(({ amount }) => amount < 0n)];
    const { lost, open } = await ending(pair, sent, afterAnOutage);
    const faults = await Promise.all([unsent(pair, returned, returnKey), endedTwice(pair, returned)]);
    findings.push(...lost, ...faults.flat());
    for (const { account, seq, id } of page) {
      if (open.has(id)) waiting.add(account);
      if (!waiting.has(account)) checked.set(account, seq);
    }
  }
  return { findings, checked };
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

/** Reads the postings of a transit account that were not checked yet, lane by lane. */
async function* postingsAfter(swept: Swept, pool: Pool, kind: string): AsyncGenerator<TransitPosting[]> {
  const read = new Map(swept);
  for (;;) {
    const { rows } = await pool.query<TransitPosting>(
      `select p.account_id as account, p.seq, e.id, e.key, p.asset, p.amount, e.metadata ->> 'first_half' as first_half,
              e.recorded_at < now() - make_interval(secs => $5) as is_due
       from own_books.accounts a
       left join unnest($3::bigint[], $4::bigint[]) r (account, seq) on r.account = a.id
       join own_books.postings p on p.account_id = a.id and p.seq > coalesce(r.seq, 0)
       join own_books.entries e on e.id = p.entry_id
       where a.owner = $1 and a.kind = $2 and a.seq > coalesce(r.seq, 0)
       order by p.account_id, p.seq limit ${pageSize}`,
      [houseOwner, kind, [...read.keys()], [...read.values()], onItsWaySeconds],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    for (const { account, seq } of rows) read.set(account, seq);
  }
}

/** Finds endings with this kind of key that have no first half, or another amount than it. */
async function unsent(
  { from, kind }: Pair,
  endings: readonly TransitPosting[],
  keyOf: (first: bigint) => string,
): Promise<TransitFinding[]> {
  const { rows } = await from.query<{ id: bigint; asset: string; amount: bigint }>(
    // An amount below zero ends another first half, which the same entry sends back.
    `select p.entry_id as id, p.asset, sum(p.amount) as amount
     from own_books.postings p join own_books.accounts a on a.id = p.account_id and a.owner = $1 and a.kind = $2
     where p.entry_id = any ($3) and p.amount > 0 group by p.entry_id, p.asset`,
    [houseOwner, kind, endings.flatMap(({ first_half: id }) => (id === null ? [] : [id]))],
  );
  const sent = new Map(rows.map((row) => [row.id, row]));
  return endings.flatMap(({ id, key, asset, amount, first_half: first }) => {
    const half = first === null ? undefined : sent.get(BigInt(first));
    const isRight = half && key === keyOf(half.id) && half.asset === asset && half.amount === -amount;
    return isRight ? [] : [{ invariant: sentBefore, entryId: id, found: `${amount} ${asset} of entry ${first}` }];
  });
}

/**
 * Finds first halves that neither arrived nor went back in time, or did both. Also returns the first halves that are on
 * their way.
 */
async function ending(pair: Pair, sent: readonly TransitPosting[], mayBeLate: boolean) {
  const ends = await endsOf(
    pair,
    sent.map(({ id }) => id),
  );
  const lost: TransitFinding[] = [];
  const open = new Set<bigint>();
  for (const { id, amount, asset, is_due: isDue } of sent) {
    const times = ends(id);
    if (times === 0 && (mayBeLate || !isDue)) open.add(id);
    else if (times !== 1)
      lost.push({ invariant: arrived, entryId: id, found: `${amount} ${asset} ended ${times} times` });
  }
  return { lost, open };
}

/** Finds first halves that already had an end before these endings. */
async function endedTwice(pair: Pair, endings: readonly TransitPosting[]): Promise<TransitFinding[]> {
  const firsts = endings.flatMap(({ first_half: id }) => (id === null ? [] : [BigInt(id)]));
  const ends = await endsOf(pair, firsts);
  return firsts
    .filter((id) => ends(id) > 1)
    .map((id) => ({ invariant: arrived, entryId: id, found: `ended ${ends(id)} times` }));
}

/** Returns how many ends a first half has: a second half, and an entry that took the first half back. */
async function endsOf({ from, to, kind }: Pair, firsts: readonly bigint[]): Promise<(first: bigint) => number> {
  const [seconds, returns] = await Promise.all([
    endingsIn(to, kind, firsts.map(secondKey)),
    endingsIn(from, kind, firsts.map(returnKey)),
  ]);
  return (first) => Number(seconds.has(secondKey(first))) + Number(returns.has(returnKey(first)));
}

/** Returns the given keys whose entries move money on the transit account. */
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
async function misdirected({ from, to }: Pair, seconds: readonly TransitPosting[]): Promise<TransitFinding[]> {
  const [{ rows: firsts }, { rows: lines }] = await Promise.all([
    from.query<{ id: bigint; onward: string | null }>(
      `select id, ${payment('metadata')} as onward from own_books.entries where id = any ($1)`,
      [seconds.flatMap(({ first_half: id }) => (id === null ? [] : [id]))],
    ),
    to.query<{ id: bigint; paid: string | null }>(
      `select e.id, coalesce(lines.paid, ${payment('e.metadata')}) as paid -- passed on to where the receiver moved
       from own_books.entries e
       left join (
         select p.entry_id, string_agg(
                  case a.slot when '' then a.id::text else a.kind || '/' || a.slot end || ':' || p.amount, ' ' order by a.id
                ) as paid
         from own_books.postings p join own_books.accounts a on a.id = p.account_id
         where p.entry_id = any ($1) and a.id > 0 and not starts_with(a.kind, 'transit:')
         group by p.entry_id
       ) lines on lines.entry_id = e.id
       where e.id = any ($1)`,
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

/** Selects the account or allowance and the amount that a first half names, without the ledger. */
const payment = (metadata: string) => `substring(${metadata} ->> 'onward' from '^[^:]+:[0-9]+')`;

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
