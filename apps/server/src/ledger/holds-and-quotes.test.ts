import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { future, past } from '../../test/ledger-model/entry.ts';
import { openWorld } from '../../test/ledger-model/world.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { Refusal } from '../platform/refusal.ts';
import { openLedger, type Draw, type JournalEntry, type Ledger } from './index.ts';

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = openLedger(database.pool);
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

/** Two members: the payer has $100, the payee nothing. */
let [payer, payee] = ['', ''];
let [from, to] = [0n, 0n];
beforeEach(async () => {
  const { owners, usd } = await openWorld(database.pool, { users: 1, opening: 100_00n });
  [payer, payee] = [owners[0] ?? '', randomUUID()];
  [from, to] = [usd[0] ?? 0n, await ledger.walletId(payee, 'USD')];
});

const sentences = {
  insufficient: () => new Refusal('insufficient_balance', 'too little'),
  limit: () => new Refusal('limit_exceeded', 'too much'),
  holdNotOpen: () => new Refusal('not_cancellable', 'ended'),
  quote: (outcome: 'quote_used' | 'quote_expired') => new Refusal('quote_expired', outcome),
};

/** Returns the entry's id or throws the error. */
async function post(content: Partial<JournalEntry>): Promise<bigint> {
  const standing = await ledger.post(
    { key: randomUUID(), requestHash: 1n, actor: payer, kind: 'test', metadata: {}, postings: [], ...content },
    sentences,
  );
  return standing.entryId;
}

const paying = (units: bigint) => ({
  postings: [
    { account: from, units: -units },
    { account: to, units },
  ],
});
const reserving = (units: bigint, expiresAt?: Date) => ({
  reserve: { account: from, units, ...(expiresAt ? { expiresAt } : {}) },
});

async function standOf(owner: string) {
  const wallet = (await ledger.balancesOf(owner)).find(({ asset }) => asset === 'USD');
  return [wallet?.posted, wallet?.held, wallet?.available];
}

async function holdOf(id: bigint) {
  const { rows } = await database.pool.query(
    'select account_id as account, amount, expires_at as expires, ending, ended_by as by from books.holds where id = $1',
    [id],
  );
  return rows[0];
}

describe('a hold', () => {
  test('a hold has the id of its entry, reserves its money and moves nothing', async () => {
    const hold = await post(reserving(60_00n, future));
    expect(await standOf(payer)).toEqual([100_00n, 60_00n, 40_00n]);
    expect(await holdOf(hold)).toEqual({ account: from, amount: 60_00n, expires: future, ending: null, by: null });
    await expect(post(paying(40_01n))).rejects.toThrow('too little');
    await expect(post(reserving(40_01n))).rejects.toThrow('too little');
    await post(paying(40_00n));
    expect(await standOf(payer)).toEqual([60_00n, 60_00n, 0n]);
  });

  test('a hold can be as small as one unit, and a hold without an expiry stays open', async () => {
    const hold = await post(reserving(1n));
    expect(await holdOf(hold)).toEqual({ account: from, amount: 1n, expires: null, ending: null, by: null });
    await post({ ...paying(1n), endsHold: hold });
    expect(await standOf(payer)).toEqual([99_99n, 0n, 99_99n]);
  });

  test('posting part of a hold releases the rest', async () => {
    const hold = await post(reserving(100_00n, future));
    const end = await post({ ...paying(70_00n), endsHold: hold });
    expect(await holdOf(hold)).toMatchObject({ ending: 'posted', by: end });
    expect(await standOf(payer)).toEqual([30_00n, 0n, 30_00n]);
    expect(await standOf(payee)).toEqual([70_00n, 0n, 70_00n]);
  });

  test('releasing a hold makes its money available again', async () => {
    const hold = await post(reserving(100_00n, future));
    const end = await post({ endsHold: hold });
    expect(await holdOf(hold)).toMatchObject({ ending: 'released', by: end });
    expect(await standOf(payer)).toEqual([100_00n, 0n, 100_00n]);
  });

  test('rejects ending a hold twice', async () => {
    const [posted, released] = [await post(reserving(10_00n)), await post(reserving(20_00n))];
    await post({ ...paying(10_00n), endsHold: posted });
    await post({ endsHold: released });
    for (const endsHold of [posted, released]) {
      await expect(post({ endsHold })).rejects.toThrow('ended');
      await expect(post({ ...paying(1n), endsHold })).rejects.toThrow('ended');
    }
    expect(await standOf(payer)).toEqual([90_00n, 0n, 90_00n]);
  });

  test('a hold ends once when several entries end it at the same moment', async () => {
    const hold = await post(reserving(10_00n));
    const ends = [{ endsHold: hold }, { ...paying(10_00n), endsHold: hold }, { endsHold: hold }];
    const outcomes = await Promise.allSettled(ends.map(post));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await holdOf(hold)).toMatchObject({ ending: 'released' });
    expect(await standOf(payer)).toEqual([100_00n, 0n, 100_00n]);
  });

  test('an expired hold can be released but not posted', async () => {
    const hold = await post(reserving(100_00n, past));
    await expect(post({ ...paying(1n), endsHold: hold })).rejects.toThrow('ended');
    expect(await standOf(payer)).toEqual([100_00n, 100_00n, 0n]);
    await post({ endsHold: hold });
    expect(await standOf(payer)).toEqual([100_00n, 0n, 100_00n]);
  });

  test('rejects ending a hold that does not exist', async () => {
    await expect(post({ endsHold: 1n })).rejects.toThrow('ended');
  });

  test('a hold stays open when the entry that would end it is rejected', async () => {
    const hold = await post(reserving(10_00n));
    await expect(post({ ...paying(100_01n), endsHold: hold })).rejects.toThrow('too little');
    expect(await holdOf(hold)).toMatchObject({ ending: null, by: null });
    expect(await standOf(payer)).toEqual([100_00n, 10_00n, 90_00n]);
    await post({ ...paying(100_00n), endsHold: hold });
  });

  test('several holds on an account have separate amounts and ends', async () => {
    const holds = await Promise.all([10_00n, 20_00n, 30_00n].map((units) => post(reserving(units))));
    expect(await standOf(payer)).toEqual([100_00n, 60_00n, 40_00n]);
    await Promise.all([post({ endsHold: holds[2] ?? 0n }), post(paying(1_00n)), post({ endsHold: holds[0] ?? 0n })]);
    expect(await standOf(payer)).toEqual([99_00n, 20_00n, 79_00n]);
  });
});

describe('a quote', () => {
  const quote = (expiresAt: Date) => ({ quote: { id: randomUUID(), expiresAt } });

  async function useOf(id: string) {
    const { rows } = await database.ownerPool.query<{ entry: bigint }>(
      'select entry_id as entry from ledger.quote_uses where quote_id = $1',
      [id],
    );
    return rows.map(({ entry }) => entry);
  }

  test('only one entry can use a quote', async () => {
    const price = quote(future);
    const first = await post({ ...paying(1_00n), ...price });
    await expect(post({ ...paying(1_00n), ...price })).rejects.toThrow('quote_used');
    expect(await useOf(price.quote.id)).toEqual([first]);
    expect(await standOf(payee)).toEqual([1_00n, 0n, 1_00n]);
  });

  test('only the first of several concurrent entries uses the quote', async () => {
    const price = quote(future);
    const all = [paying(1_00n), { ...paying(10_00n), ...price }, { ...paying(20_00n), ...price }, paying(2_00n)];
    const outcomes = await Promise.allSettled(all.map(post));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: { message: 'quote_used' } });
    expect(await standOf(payee)).toEqual([13_00n, 0n, 13_00n]);
  });

  test('rejects an expired quote', async () => {
    const price = quote(past);
    await expect(post({ ...paying(1_00n), ...price })).rejects.toMatchObject({
      name: 'Refusal',
      message: 'quote_expired',
    });
    expect(await useOf(price.quote.id)).toEqual([]);
    expect(await standOf(payee)).toEqual([0n, 0n, 0n]);
  });

  test('reports a used quote as used even after its expiry', async () => {
    const price = quote(future);
    await post({ ...paying(1_00n), ...price });
    await expect(post({ ...paying(1_00n), quote: { ...price.quote, expiresAt: past } })).rejects.toThrow('quote_used');
  });

  test('a quote stays usable when its entry is rejected', async () => {
    const price = quote(future);
    await expect(post({ ...paying(100_01n), ...price })).rejects.toThrow('too little');
    const later = await post({ ...paying(100_00n), ...price });
    expect(await useOf(price.quote.id)).toEqual([later]);
  });
});

describe('returned draws', () => {
  const draw = (kind: string, units: bigint, more: Partial<Draw> = {}): Draw => ({
    owner: payer,
    kind,
    slot: '2026-01',
    units,
    limit: 50_00n,
    ...more,
  });
  const drawing = (...draws: Draw[]) => ({ draws });

  async function allowanceOf(kind: string) {
    const { rows } = await database.pool.query<{ posted: bigint; floor: bigint }>(
      'select posted, floor from books.accounts where owner = $1 and kind = $2',
      [payer, kind],
    );
    return rows;
  }

  test('returns draws of an allowance to their periods, and the allowance can be drawn again', async () => {
    const hold = await post({ ...reserving(30_00n), ...drawing(draw('per-day', 30_00n), draw('per-month', 30_00n)) });
    await expect(post(drawing(draw('per-day', 20_01n)))).rejects.toThrow('too much');

    const draws = await ledger.drawsToReturn(hold);
    expect(draws).toEqual([draw('per-day', -30_00n), draw('per-month', -30_00n)]);
    await post({ endsHold: hold, draws });
    expect(await allowanceOf('per-day')).toEqual([{ posted: 0n, floor: -50_00n }]);
    await post(drawing(draw('per-day', 50_00n)));
    expect(await allowanceOf('per-day')).toEqual([{ posted: -50_00n, floor: -50_00n }]);
  });

  test('returns draws of an allowance with the current limit', async () => {
    const entry = await post(drawing(draw('per-day', 30_00n)));
    await post(drawing(draw('per-day', 1_00n, { limit: 40_00n })));
    expect(await ledger.drawsToReturn(entry)).toEqual([draw('per-day', -30_00n, { limit: 40_00n })]);
  });

  test('returns only draws of dollar allowances, not postings or coin stock', async () => {
    const entry = await post({
      ...paying(5_00n),
      ...drawing(draw('coins-out', 3n, { asset: 'coin-limit' }), draw('per-day', 5_00n)),
    });
    expect(await ledger.drawsToReturn(entry)).toEqual([draw('per-day', -5_00n)]);
    expect(await ledger.drawsToReturn(await post(paying(5_00n)))).toEqual([]);
  });

  test('a rejected entry uses no allowance', async () => {
    await expect(post({ ...paying(100_01n), ...drawing(draw('per-day', 1_00n)) })).rejects.toThrow('too little');
    expect(await allowanceOf('per-day')).toEqual([{ posted: 0n, floor: -50_00n }]);
  });
});
