import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCleanSweep, expectSameAnswers, expectSameBalances } from '../../test/ledger-model/compare.ts';
import type { Answer } from '../../test/ledger-model/driver.ts';
import type { ModelEntry } from '../../test/ledger-model/entry.ts';
import { accountOrder, batches, houseMove, type HouseMove } from '../../test/ledger-model/orders.ts';
import { longForm, runsOf, worldsOf } from '../../test/ledger-model/runs.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld } from '../../test/ledger-model/world.ts';
import { deadlocks, postAtOnce, type Done } from '../../test/ledger-model/writers.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('concurrent batches of four writers have the same outcomes as their entries in id order', longForm, async () => {
  const { pool } = database;
  await fc.assert(
    fc.asyncProperty(batches(accountOrder, 32), async (plan) => {
      const world = await openWorld(pool, { users: 5, opening: 300n });
      const { done } = await postAtOnce(
        pool,
        plan.map((orders) => toBatch(world, orders)),
      );
      for (const { batch, answers } of inOrder(done)) await expectSameAnswers(pool, world, batch, answers);
      await expectSameBalances(pool, world);
    }),
    runsOf(worldsOf(1_000)),
  );
  await expectCleanSweep(pool);
  expect(await deadlocks(pool), 'deadlocks that PostgreSQL counted').toBe(0n);
});

/**
 * Sorts batches by the block of entry ids that they drew while they held their locks. Leaves out batches that posted
 * nothing, because they changed nothing.
 */
function inOrder(done: readonly Done[]): Done[] {
  return done
    .flatMap((one) => {
      const id = one.answers.find(({ outcome }) => outcome === 'posted')?.id;
      return id === undefined ? [] : [{ ...one, block: id / 4_096n }];
    })
    .toSorted((a, b) => (a.block < b.block ? -1 : 1));
}

test('concurrent batches without shared accounts use each key and each quote once', longForm, async () => {
  const { pool } = database;
  await fc.assert(
    fc.asyncProperty(batches(houseMove, 32), fc.boolean(), async (plan, withQuotes) => {
      const world = await openWorld(pool, { users: 1, opening: 1n });
      const moves = plan.map((orders, i) => orders.map((order) => onLaneOf(i, order, withQuotes)));
      const { done } = await postAtOnce(
        pool,
        moves.map((orders) => toBatch(world, orders)),
      );
      expectKeysAndQuotesUsedOnce(done);
    }),
    runsOf(worldsOf(1_000)),
  );
  await expectCleanSweep(pool);
  expect(await deadlocks(pool), 'deadlocks that PostgreSQL counted').toBe(0n);
});

/** Gives each writer its own lane, so that only keys and quotes can collide. */
const onLaneOf = (batch: number, order: HouseMove, withQuotes: boolean): HouseMove => ({
  ...order,
  lane: batch % 4,
  quote: withQuotes ? order.quote : null,
});

type Answered = Answer & { readonly entry: ModelEntry };

function expectKeysAndQuotesUsedOnce(done: readonly Done[]) {
  const answered = done.flatMap(({ batch, answers }) =>
    answers.flatMap((answer, i): Answered[] => (batch[i] ? [{ ...answer, entry: batch[i] }] : [])),
  );
  const posted = answered.filter(({ outcome }) => outcome === 'posted');
  const keys = new Map(posted.map((one) => [one.entry.key, one]));
  const quotes = posted.flatMap(({ entry }) => entry.quote?.id ?? []);
  expect(keys.size, 'a key is used once').toBe(posted.length);
  expect(new Set(quotes).size, 'a quote is used once').toBe(quotes.length);
  for (const one of answered) expect(verdictOf(one, keys, quotes), `${one.outcome} ${one.entry.key}`).toBe(one.outcome);
}

/** Returns the outcome that the answer must have, given the entries that got its key and its quote. */
function verdictOf(one: Answered, keys: ReadonlyMap<string, Answered>, quotes: readonly string[]) {
  const first = keys.get(one.entry.key);
  if (one.outcome === 'quote_used') return quotes.includes(one.entry.quote?.id ?? '') ? 'quote_used' : 'posted';
  if (!first || one.id !== first.id) return 'another entry';
  if (one === first) return 'posted';
  return one.entry.hash === first.entry.hash ? 'duplicate' : 'conflict';
}
