import { fiatCodes } from '@florin/money';
import { expect } from 'vitest';
import type { Pool } from '../src/platform/database/pool.ts';
import { openLedger, type Ledger } from '../src/ledger/index.ts';
import { openShard, type Shard } from '../src/ledger/open-shard.ts';
import { finishTransits } from '../src/ledger/shards/finish-transits.ts';
import { endPrepared } from '../src/ledger/shards/prepared.ts';
import { showAllBooks } from '../src/ledger/shards/show-all-books.ts';
import { sweepMoves } from '../src/ledger/shards/sweep-moves.ts';
import { sweepTransits } from '../src/ledger/shards/sweep-transits.ts';
import { reader } from './global-setup.ts';
import { expectCleanSweep } from './ledger-model/compare.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type SeveralLedgers = {
  readonly databases: readonly TestDatabase[];
  readonly pools: readonly Pool[];
  readonly main: TestDatabase;
  readonly ledger: Ledger;
  /** The ledgers of the databases, each by itself. */
  readonly shards: readonly Shard[];
  /** Opens the joined ledger like another node. */
  readonly openNode: (pools?: readonly Pool[]) => Ledger;
  /** Waits until all money has arrived, and expects no findings in any ledger or between ledgers. */
  readonly expectCleanBooks: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Few for each database, because all tests at once share one server. */
const connections = 4;

/** Creates databases with a ledger each, and spreads the members' slots over them evenly. */
export async function createSeveralLedgers(count: number): Promise<SeveralLedgers> {
  const databases = await Promise.all(Array.from({ length: count }, () => createTestDatabase({ connections })));
  const [main, ...others] = databases;
  if (!main) throw new Error('there is no main ledger');
  await spreadMembers(main, others);
  const pools = databases.map(({ pool }) => pool);
  const openNode = ([first = main.pool, ...more]: readonly Pool[] = pools) => openLedger(first, more);
  const ledger = openNode();
  await ledger.registerAssets(fiatCodes, 2);
  const shards = pools.map(openShard);
  return {
    databases,
    pools,
    main,
    ledger,
    shards,
    openNode,
    async expectCleanBooks() {
      for (const { pool, ownerPool } of databases) {
        await expectCleanSweep(pool);
        expect(await newFindings(ownerPool), 'the sweep of new postings').toEqual([]);
      }
      await expectCleanTransits(pools);
    },
    close: async () => void (await Promise.all(databases.map((one) => one.close()))),
  };
}

/**
 * Returns the findings of the minute's sweep, from its query that names rows. Throws if its cheap test has another
 * result. Each of the two would mark the postings for the other, so the postings are marked at the end, if nothing is
 * found.
 */
export async function newFindings(ownerPool: Pool): Promise<unknown[]> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin isolation level repeatable read');
    await client.query('savepoint before');
    const { rows: found } = await client.query('select * from ledger.sweep_new()');
    await client.query('rollback to before');
    const { rows: test } = await client.query<{ sound: boolean }>('select ledger.mark_if_sound(1, 0) as sound');
    await client.query('rollback');
    if (test[0]?.sound !== (found.length === 0))
      throw new Error(`the sweep finds ${found.length} faults, and its cheap test says ${test[0]?.sound}`);
    await client.query('select ledger.run_sweep(false)');
    return found;
  } finally {
    client.release();
  }
}

/** Returns the transit accounts whose sum over all ledgers is not zero. */
export async function inTransit(pools: readonly Pool[]): Promise<string[]> {
  const sums = new Map<string, bigint>();
  for (const pool of pools) {
    const { rows } = await pool.query<{ name: string; posted: bigint }>(
      `select kind || ' ' || asset as name, sum(posted) as posted from own_books.accounts where id < 0 and starts_with(kind, 'transit:') group by 1`,
    );
    for (const { name, posted } of rows) sums.set(name, (sums.get(name) ?? 0n) + posted);
  }
  return [...sums].filter(([, sum]) => sum !== 0n).map(([name, sum]) => `${name}: ${sum}`);
}

/** Recovers from a dead node like the jobs of another node: ends its prepared transactions, and posts second halves. */
export async function recoverLedgers([main, ...others]: readonly [Pool, ...Pool[]]): Promise<void> {
  for (const pool of others) await endPrepared(main, pool, { afterSeconds: 0 });
  const pools = [main, ...others];
  expect(await finishTransits(pools, pools.map(openShard))).toEqual([]);
}

/** Posts the missing second halves, and expects that all money has arrived. */
export async function expectCleanTransits(pools: readonly Pool[]): Promise<void> {
  expect(await finishTransits(pools, pools.map(openShard))).toEqual([]);
  expect(await sweepTransits(pools)).toEqual([]);
  expect(await sweepMoves(pools)).toEqual([]);
  expect(await inTransit(pools)).toEqual([]);
}

/** Numbers the ledgers and gives each the same share of the slots. */
export async function spreadMembers(main: TestDatabase, others: readonly TestDatabase[]): Promise<void> {
  const databases = [main, ...others];
  for (const [number, { ownerPool }] of databases.entries()) {
    await ownerPool.query('select ledger.number_shard($1)', [number]);
    const own = Array.from({ length: 1024 }, (_, slot) => slot).filter((slot) => slot % databases.length === number);
    await main.ownerPool.query('select ledger.place_slots($1, $2)', [own, number]);
  }
  await showAllBooks(
    main.ownerPool,
    others.map(({ address }) => ({ ...address, user: reader })),
  );
}
