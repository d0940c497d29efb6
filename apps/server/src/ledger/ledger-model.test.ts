import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCleanSweep, expectSameAnswers, expectSameBalances } from '../../test/ledger-model/compare.ts';
import { postAsServer, postRaw, type Answer } from '../../test/ledger-model/driver.ts';
import { outcomes, type ModelEntry } from '../../test/ledger-model/entry.ts';
import { plan, serverPlan } from '../../test/ledger-model/orders.ts';
import { longForm, runsOf, worldsOf } from '../../test/ledger-model/runs.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** An opening balance that is so low that many entries are rejected, or so high that few entries are. */
const opening = fc.constantFrom(120n, 120n, 100_000n);

test('a batch has the same outcomes as its entries posted one by one', longForm, async () => {
  const { pool } = database;
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(opening, plan, async (each, batches) => {
      const world = await openWorld(pool, { users: 5, opening: each });
      for (const orders of batches) {
        const batch = toBatch(world, orders);
        const answers = await postRaw(pool, batch);
        await expectSameAnswers(pool, world, batch, answers);
        await expectSameBalances(pool, world);
        count(met, answers);
      }
    }),
    runsOf(worldsOf(112)),
  );
  await expectCleanSweep(pool);
  expect(outcomes.filter((outcome) => !met.has(outcome))).toEqual([]);
});

test("a batch posted by the server has the model's outcomes on every lane", longForm, async () => {
  const { pool } = database;
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(opening, serverPlan, async (each, batches) => {
      const world = await openWorld(pool, { users: 5, opening: each });
      for (const { lane, orders } of batches) {
        const batch = toBatch(world, orders).map((entry) => onLane(entry, 0n));
        const answers = await postAsServer(pool, batch, lane);
        const asPosted = batch.map((entry) => onLane(entry, BigInt(lane)));
        await expectSameAnswers(pool, world, asPosted, answers, { asServer: true });
        await expectSameBalances(pool, world);
        count(met, answers);
      }
    }),
    runsOf(worldsOf(500)),
  );
  await expectCleanSweep(pool);
  expect([...met.keys()].toSorted()).toEqual([
    'conflict',
    'duplicate',
    'insufficient',
    'limit',
    'posted',
    'unbalanced',
    'unknown_account',
  ]);
});

function count(met: Map<string, number>, answers: readonly Answer[]) {
  for (const { outcome } of answers) met.set(outcome, (met.get(outcome) ?? 0) + 1);
}

/** Moves house postings to a lane. A command names the house account, which is its lane 0. */
const onLane = (entry: ModelEntry, lane: bigint): ModelEntry => ({
  ...entry,
  postings: entry.postings.map(({ account, amount }) => ({
    account: account < 0n ? (account & ~15n) + lane : account,
    amount,
  })),
});
