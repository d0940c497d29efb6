import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep, expectSameAnswers, expectSameBalances } from '../../test/ledger-model/compare.ts';
import { postRaw } from '../../test/ledger-model/driver.ts';
import type { ModelEntry } from '../../test/ledger-model/entry.ts';
import type { Nonsense, Order } from '../../test/ledger-model/orders.ts';
import { toBatch } from '../../test/ledger-model/to-batch.ts';
import { openWorld, pick, type World } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

/** Opens a world of users 0, 1, … with the same opening balance each. */
const worldOf = (opening: bigint, users = 3) => openWorld(database.pool, { users, opening });

/** Posts one batch and expects the outcomes and balances of the model, which posts one entry at a time. */
async function outcomesOf(world: World, batch: readonly ModelEntry[]) {
  const answers = await postRaw(database.pool, batch);
  await expectSameAnswers(database.pool, world, batch, answers);
  await expectSameBalances(database.pool, world);
  return answers.map(({ outcome }) => outcome);
}

const post = (world: World, ...orders: Order[]) => outcomesOf(world, toBatch(world, orders));

const send = (from: number, to: number, amount: number): Order => ({ ask: 'send', from, to, amount, fee: 0, lane: 0 });
const limitedSend = (from: number, amount: number, limit: 60 | 100): Order => ({
  ask: 'limited send',
  from,
  to: 2,
  amount,
  slot: 0,
  limit,
});
const reserve = (from: number, amount: number, limit: 60 | 100 | null = null): Order => ({
  ask: 'reserve',
  from,
  amount,
  expired: 1,
  limit,
});
/** Releases a hold of an earlier batch, counted from the last one. */
const release = (hold = 0): Order => ({ ask: 'end hold', hold, to: null, amount: 1 });
const postWhole = (to: number, hold = 0): Order => ({ ask: 'end hold', hold, to, amount: 1 });
/** The amount is a multiple of a third of the hold. */
const postPart = (to: number, amount: number, hold = 0): Order => ({ ask: 'end hold', hold, to, amount });
/** Costs one unit, the fee, more than the amount. */
const trade = (from: number, amount: number, quote: number, expired = 1): Order => ({
  ask: 'trade',
  from,
  amount,
  quote,
  expired,
});
/** Repeats the request of an earlier entry, counted back from the last one. */
const repeat = (which: number, altered = false): Order => ({ ask: 'repeat', which, altered });
const nonsense = (what: Nonsense['what'], from = 0): Order => ({ ask: 'nonsense', what, from });

describe('money in a batch', () => {
  test('rejects an entry if only a later entry of the batch would fund it', async () => {
    const world = await worldOf(10n);
    expect(await post(world, send(0, 1, 11), send(1, 0, 5))).toEqual(['insufficient', 'posted']);
    expect(await post(world, send(0, 1, 15))).toEqual(['posted']);
  });

  test('rejects spending of held money and allows spending of the rest to the last cent', async () => {
    const world = await worldOf(10n);
    expect(await post(world, reserve(0, 6), send(0, 1, 5), send(0, 1, 4), reserve(0, 1))).toEqual([
      'posted',
      'insufficient',
      'posted',
      'insufficient',
    ]);
  });

  test('rejects spending of money that an earlier batch holds, even if a later entry pays in the same amount', async () => {
    const world = await worldOf(10n);
    await post(world, reserve(0, 6));
    expect(await post(world, send(0, 1, 5), send(1, 0, 5))).toEqual(['insufficient', 'posted']);
  });

  test('adds up several holds and releases all holds in one batch', async () => {
    const world = await worldOf(10n);
    expect(await post(world, reserve(0, 3), reserve(1, 2), reserve(0, 4))).toEqual(['posted', 'posted', 'posted']);
    expect(world.model.account(pick(world.usd, 0)).held).toBe(7n);
    expect(await post(world, release(0), release(1), release(2), send(0, 1, 10))).toEqual([
      'posted',
      'posted',
      'posted',
      'posted',
    ]);
  });

  test('a posted hold pays for its entry, and the rest of the hold pays for later entries of the batch', async () => {
    const world = await worldOf(10n);
    await post(world, reserve(0, 10));
    expect(await post(world, send(0, 1, 1), postPart(1, 3), send(0, 1, 8), send(0, 1, 7))).toEqual([
      'insufficient',
      'posted',
      'insufficient',
      'posted',
    ]);
  });

  test('the available balance pays the part that a hold does not cover', async () => {
    const world = await worldOf(10n);
    await post(world, reserve(0, 5), reserve(1, 5));
    expect(await post(world, postPart(2, 9, 0), postPart(2, 12, 1), release(1))).toEqual([
      'posted',
      'insufficient',
      'posted',
    ]);
  });
});

describe('repeats within a batch', () => {
  test('a repeated key in one batch is a duplicate, or is a conflict for another request', async () => {
    const world = await worldOf(100n);
    expect(await post(world, send(0, 1, 1), repeat(0), repeat(1, true), repeat(0))).toEqual([
      'posted',
      'duplicate',
      'conflict',
      'conflict',
    ]);
  });

  test('rejects using a quote twice in one batch', async () => {
    const world = await worldOf(100n);
    expect(await post(world, trade(0, 5, 0), trade(1, 5, 0), trade(1, 5, 1))).toEqual([
      'posted',
      'quote_used',
      'posted',
    ]);
  });

  test('rejects ending a hold twice in one batch', async () => {
    const world = await worldOf(100n);
    await post(world, reserve(0, 5), reserve(1, 5));
    expect(await post(world, release(), postWhole(2), release(), release(1))).toEqual([
      'posted',
      'hold_not_open',
      'hold_not_open',
      'posted',
    ]);
  });
});

describe('repeats in a later batch', () => {
  test('a key from an earlier batch is a duplicate, or is a conflict for another request', async () => {
    const world = await worldOf(100n);
    await post(world, send(0, 1, 1));
    expect(await post(world, repeat(0))).toEqual(['duplicate']);
    expect(await post(world, repeat(0, true))).toEqual(['conflict']);
  });

  test('rejects a quote that an earlier batch used or that has expired', async () => {
    const world = await worldOf(100n);
    expect(await post(world, trade(0, 5, 0))).toEqual(['posted']);
    expect(await post(world, trade(0, 5, 0))).toEqual(['quote_used']);
    expect(await post(world, trade(0, 5, 1, 0))).toEqual(['quote_expired']);
    expect(await post(world, trade(0, 5, 1))).toEqual(['posted']);
  });

  test('rejects ending a hold that an earlier batch ended', async () => {
    const world = await worldOf(100n);
    await post(world, reserve(0, 5));
    expect(await post(world, postWhole(1))).toEqual(['posted']);
    expect(await post(world, release())).toEqual(['hold_not_open']);
  });

  test('a return is posted even if the limit is below the used amount, and does not change later limits', async () => {
    const world = await worldOf(100n);
    await post(world, limitedSend(0, 50, 60));
    expect(await post(world, { ask: 'give back', from: 0, amount: 10, slot: 0, limit: 10 })).toEqual(['posted']);
    expect(await post(world, limitedSend(0, 21, 60))).toEqual(['limit']);
    expect(await post(world, limitedSend(0, 20, 60))).toEqual(['posted']);
  });

  test.each(['unbalanced', 'zero'] as const)('rejects an entry that is %s', async (what) => {
    expect(await post(await worldOf(10n), nonsense(what))).toEqual(['unbalanced']);
  });
});

describe('rejected entries', () => {
  /** Each rejected entry would take money of user 0. */
  test.each<[outcome: string, before: Order[], refused: Order]>([
    ['conflict', [send(0, 1, 90), send(1, 0, 90)], repeat(1, true)],
    ['unknown_account', [], nonsense('unknown')],
    ['unbalanced', [], nonsense('unbalanced')],
    ['hold_not_open', [reserve(0, 90), release()], postWhole(1)],
    ['quote_used', [trade(1, 50, 0)], trade(0, 90, 0)],
    ['quote_expired', [], trade(0, 90, 1, 0)],
    ['insufficient', [], send(0, 1, 101)],
    ['limit', [], limitedSend(0, 90, 60)],
  ])('an entry rejected with %s leaves the balance unchanged', async (outcome, before, refused) => {
    const world = await worldOf(100n);
    for (const order of before) expect(await post(world, order)).toEqual(['posted']);
    expect(await post(world, refused, send(0, 1, 100), send(0, 1, 1))).toEqual([outcome, 'posted', 'insufficient']);
  });

  test('a rejected entry leaves its key unused', async () => {
    const world = await worldOf(10n);
    expect(await post(world, send(0, 1, 11), repeat(0), send(1, 0, 1), repeat(2), repeat(3))).toEqual([
      'insufficient',
      'insufficient',
      'posted',
      'posted',
      'duplicate',
    ]);
    expect(await post(world, trade(0, 5, 2, 0), repeat(0), nonsense('zero'), repeat(0, true))).toEqual([
      'quote_expired',
      'quote_expired',
      'unbalanced',
      'unbalanced',
    ]);
  });

  test('a rejected entry leaves its quote unused', async () => {
    const world = await worldOf(10n);
    expect(await post(world, trade(0, 10, 0), trade(0, 10, 1, 0), trade(0, 4, 0), trade(0, 4, 1))).toEqual([
      'insufficient',
      'quote_expired',
      'posted',
      'posted',
    ]);
  });

  test('a rejected entry leaves its hold open', async () => {
    const world = await worldOf(10n);
    await post(world, reserve(0, 5));
    expect(await post(world, postPart(1, 12), postWhole(1), release())).toEqual([
      'insufficient',
      'posted',
      'hold_not_open',
    ]);
  });

  test('a rejected entry leaves neither a reservation nor a draw', async () => {
    const world = await worldOf(100n);
    expect(await post(world, reserve(0, 101, 60), reserve(0, 61, 60), reserve(0, 60, 60), reserve(0, 41))).toEqual([
      'insufficient',
      'limit',
      'posted',
      'insufficient',
    ]);
  });
});

test('reports the first of several faults of an entry, even if the batch itself causes the fault', async () => {
  const world = await worldOf(100n);
  await post(world, reserve(0, 5), send(0, 1, 1));
  const before = pick(world.past, world.past.length - 1);
  const taking = toBatch(world, [release(), trade(1, 5, 0)]);
  const [{ endsHold }, { quote }] = [pick(taking, 0), pick(taking, 1)];
  const asking = toBatch(world, [nonsense('unknown'), nonsense('unbalanced'), send(0, 1, 1), trade(1, 5, 0)]);
  const wanting = [before, { ...before, hash: before.hash + 1n }, ...asking.slice(0, 3)].map((entry): ModelEntry => ({
    ...entry,
    ...(endsHold && { endsHold }),
    ...(quote && { quote }),
  }));
  expect(await outcomesOf(world, [...taking, ...wanting, ...asking.slice(3)])).toEqual([
    'posted',
    'posted',
    'duplicate',
    'conflict',
    'unknown_account',
    'unbalanced',
    'hold_not_open',
    'quote_used',
  ]);
});
