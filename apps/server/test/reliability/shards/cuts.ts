import type { PoolClient } from 'pg';
import { secondKey, returnKey } from '../../../src/ledger/shards/halves.ts';
import type { Pool } from '../../../src/platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';
import type { LedgerEngine } from './ledger-engines.ts';

/** The books of all ledgers at one moment. */
export type Cut = {
  readonly number: number;
  /** Money on its way between ledgers: first halves without a second one. */
  readonly onItsWay: number;
  readonly problems: readonly string[];
};

type Owned = Pick<LedgerEngine, 'ownerPool'>;

type Sum = { readonly asset: string; readonly part: string; readonly sum: bigint };

type Half = {
  readonly account: bigint;
  readonly seq: bigint;
  readonly kind: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly entry: bigint;
  readonly key: string;
  readonly first_half: string | null;
};

type Reading = { readonly sums: readonly Sum[]; readonly halves: readonly Half[] };

/**
 * Returns an object that takes cuts through all ledgers at one moment. A cut counts the money on its way itself, so
 * that it does not rely on the product's marks. Each half is checked once. A cut checks that:
 *
 * - each ledger sums to zero in each asset;
 * - money that arrived or went back was sent before, with the same amount, and ended once;
 * - the transit accounts of two ledgers sum exactly to the first halves without an end;
 * - no money was gained or lost since the first cut.
 */
export function cutsThrough(engines: readonly Owned[]) {
  const open = new Map<string, Half>();
  const last = engines.map(() => new Map<bigint, bigint>());
  let number = 0;
  let total: ReadonlyMap<string, bigint> | undefined;

  return {
    /** Takes the next cut. Returns nothing if a database is down, or a transaction across ledgers has not ended. */
    async take(): Promise<Cut | undefined> {
      const readings = await readAtOnce(engines, last);
      if (!readings) return undefined;
      number += 1;
      for (const [i, { halves }] of readings.entries())
        for (const { account, seq } of halves) last[i]?.set(account, seq);
      const now = insideOf(readings, open, recordHalves(readings, open));
      total ??= now.inside;
      const changed = [...now.inside].filter(([asset, sum]) => sum !== total?.get(asset));
      return {
        number,
        onItsWay: open.size,
        problems: [
          ...now.problems,
          ...changed.map(([asset, sum]) => `${asset} inside: ${sum}, at first ${total?.get(asset)}`),
        ],
      };
    },
  };
}

/** Records the halves of a cut: first the sent halves, then the ended ones. Returns the problems. */
function recordHalves(readings: readonly Reading[], open: Map<string, Half>): string[] {
  const problems: string[] = [];
  const endings: (Half & { readonly keyOf: (first: bigint) => string })[] = [];
  for (const [ledger, { halves }] of readings.entries()) {
    for (const half of halves) {
      const [from, to] = half.kind.slice('transit:'.length).split('-').map(Number);
      if (ledger === from && half.amount > 0n) open.set(String(half.entry), half);
      else if (ledger === from) endings.push({ ...half, keyOf: returnKey });
      else if (ledger === to && half.amount < 0n) endings.push({ ...half, keyOf: secondKey });
      else problems.push(`entry ${half.entry} of ledger ${ledger} moves ${half.amount} on ${half.kind}`);
    }
  }
  for (const { entry, first_half: id, kind, asset, amount, key, keyOf } of endings) {
    const first = open.get(id ?? '');
    const isRight = first?.kind === kind && first.asset === asset && first.amount === -amount;
    if (!isRight || key !== keyOf(first.entry))
      problems.push(`entry ${entry} ends ${id ?? 'nothing'} with ${amount} ${asset}`);
    open.delete(id ?? '');
  }
  return problems;
}

/** Sums up the money of members and of the house, including money on its way. */
function insideOf(readings: readonly Reading[], open: ReadonlyMap<string, Half>, problems: string[]) {
  const [inside, transit] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const add = (sums: Map<string, bigint>, name: string, sum: bigint) => sums.set(name, (sums.get(name) ?? 0n) + sum);
  for (const [ledger, { sums }] of readings.entries()) {
    for (const [asset, all] of Map.groupBy(sums, (one) => one.asset)) {
      const balance = all.reduce((sum, one) => sum + one.sum, 0n);
      if (balance !== 0n) problems.push(`ledger ${ledger} sums to ${balance} ${asset}`);
    }
    for (const { asset, part, sum } of sums)
      if (part === 'inside') add(inside, asset, sum);
      else if (part !== 'outside') add(transit, `${part} ${asset}`, sum);
  }
  for (const { kind, asset, amount } of open.values()) {
    add(inside, asset, amount);
    add(transit, `${kind} ${asset}`, -amount);
  }
  for (const [name, rest] of transit) if (rest !== 0n) problems.push(`${name} has ${rest} more than is on its way`);
  return { inside, problems };
}

/**
 * Reads all databases at one moment, at which none can be written: a lock keeps writers out while each database exports
 * its snapshot. Longer reads use the snapshots after the locks are released.
 */
async function readAtOnce(
  engines: readonly Owned[],
  last: readonly ReadonlyMap<bigint, bigint>[],
): Promise<Reading[] | undefined> {
  const clients: PoolClient[] = [];
  try {
    const pools = engines.map(({ ownerPool }) => ownerPool);
    const keepers = await connectAll(pools, clients);
    await allOf(keepers.map((keeper) => keeper.query(`begin; set local lock_timeout = '2s'`)));
    await allOf(keepers.map((keeper) => keeper.query('lock table ledger.journal_entries in share mode')));
    const snapshots = await allOf(
      keepers.map((keeper) => keeper.query<{ id: string }>('select pg_export_snapshot() as id')),
    );
    const readers = await connectAll(pools, clients);
    await allOf(readers.map((reader, i) => reader.query(beginFrom(snapshots[i]?.rows[0]?.id ?? ''))));
    await allOf(keepers.map((keeper) => keeper.query('rollback')));
    return await allOf(readers.map((reader, i) => readingOf(reader, last[i] ?? new Map<bigint, bigint>())));
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return undefined;
  } finally {
    for (const client of clients) client.release(true);
  }
}

const beginFrom = (snapshot: string) =>
  `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`;

async function connectAll(pools: readonly Pool[], clients: PoolClient[]): Promise<PoolClient[]> {
  return allOf(
    pools.map(async (pool) => {
      const client = await pool.connect();
      clients.push(client);
      return client;
    }),
  );
}

/** Waits for all works, even if one fails, so that none is still running afterwards. */
async function allOf<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  const results = await Promise.allSettled(works);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function readingOf(client: PoolClient, last: ReadonlyMap<bigint, bigint>): Promise<Reading> {
  const sums = await client.query<Sum>(
    `select a.asset, sum(a.posted) as sum,
            case when starts_with(a.kind, 'transit:') then a.kind
                 when a.kind in ('card-clearing', 'bank-clearing', 'capital') then 'outside' else 'inside' end as part
     from ledger.accounts a join ledger.assets s on s.code = a.asset where not s.memo group by a.asset, part`,
  );
  const halves = await client.query<Half>(
    `select p.account_id as account, p.seq, a.kind, p.asset, p.amount, p.entry_id as entry, e.key,
            e.metadata ->> 'first_half' as first_half
     from ledger.accounts a
     left join unnest($1::bigint[], $2::bigint[]) l (id, seq) on l.id = a.id
     join ledger.postings p on p.account_id = a.id and p.seq > coalesce(l.seq, 0)
     join ledger.journal_entries e on e.id = p.entry_id
     where a.id < 0 and starts_with(a.kind, 'transit:')
     order by p.account_id, p.seq`,
    [[...last.keys()], [...last.values()]],
  );
  return { sums: sums.rows, halves: halves.rows };
}
