import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { shiftClock, type ShiftedClock } from '../../test/shifted-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import type { Draw, JournalEntry } from './entry.ts';
import { drawReader } from './draws-to-return.ts';
import { postBatch } from './post-batch.ts';
import { drawnAtMost, ever, readUsage, usedIn, type Usage } from './usage.ts';

const kind = 'outflow';
const limit = 1_000_000n;

let database: TestDatabase;
let clock: ShiftedClock;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = await shiftClock(database.ownerPool);
});
afterAll(() => database.close());

async function post(pool: Pool, draws: readonly Draw[]): Promise<bigint> {
  const entry: JournalEntry = {
    key: randomUUID(),
    requestHash: 0n,
    actor: randomUUID(),
    kind: 'test',
    metadata: {},
    postings: [],
    draws,
  };
  const [outcome] = await postBatch(pool, [entry], 0);
  if (outcome?.outcome !== 'posted') throw new Error(`the draw was called ${outcome?.outcome}`);
  return outcome.entryId;
}

const draw = (owner: string, units: bigint) => post(database.pool, [{ owner, kind, slot: ever, units, limit }]);
const giveBack = async (entry: bigint) => post(database.pool, await drawReader(database.pool)(entry));
const usageOf = async (owner: string, pool = database.pool): Promise<Usage> => {
  const usage = (await readUsage(pool, [owner], kind)).get(owner);
  if (!usage) throw new Error('no usage was read');
  return usage;
};
const used = (usage: Usage) => ({ day: usedIn(usage, usage.day), month: usedIn(usage, usage.month) });
const on = (day: string, hour = 12) => clock.set(new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`));

describe('the usage of an unlimited allowance', () => {
  test('usage is zero before the first draw', async () => {
    const nothing = { before: 0n, returned: 0n };
    expect(await usageOf(randomUUID())).toEqual({ drawn: 0n, day: nothing, month: nothing });
  });

  test('usage of a limit counts from midnight and from the first of the month in UTC', async () => {
    const owner = randomUUID();
    await on('2026-12-30');
    await draw(owner, 1n);
    await on('2026-12-31', 23);
    await draw(owner, 2n);
    await draw(owner, 4n);
    expect(used(await usageOf(owner))).toEqual({ day: 6n, month: 7n });
    await on('2027-01-01', 0);
    expect(used(await usageOf(owner))).toEqual({ day: 0n, month: 0n });
    await draw(owner, 8n);
    expect(used(await usageOf(owner))).toEqual({ day: 8n, month: 8n });
    await on('2027-01-02', 0);
    await draw(owner, 16n);
    expect(used(await usageOf(owner))).toEqual({ day: 16n, month: 24n });
    expect((await usageOf(owner)).drawn).toBe(31n);
  });

  test('a return counts for the day and the month of its draw', async () => {
    const owner = randomUUID();
    await on('2027-01-30');
    const first = await draw(owner, 1n);
    await on('2027-02-03');
    const second = await draw(owner, 2n);
    await on('2027-02-04');
    const third = await draw(owner, 4n);
    await draw(owner, 8n);
    await giveBack(third);
    expect(used(await usageOf(owner))).toEqual({ day: 8n, month: 10n });
    await giveBack(second);
    await giveBack(first);
    expect(used(await usageOf(owner))).toEqual({ day: 8n, month: 8n });
    await on('2027-02-05');
    expect(used(await usageOf(owner))).toEqual({ day: 0n, month: 8n });
  });

  test('reads the usage of several owners in one call', async () => {
    await on('2027-03-01');
    const owners = Array.from({ length: 5 }, () => randomUUID());
    for (const [i, owner] of owners.entries()) await draw(owner, BigInt(i + 1));
    const read = await readUsage(database.pool, owners, kind);
    expect(owners.map((owner) => read.get(owner)?.drawn)).toEqual([1n, 2n, 3n, 4n, 5n]);
  });

  test('an older reading of the usage never allows a larger draw than a newer reading', async () => {
    const step = fc.record({ days: fc.integer({ min: 0, max: 12 }), units: fc.bigInt(1n, 50n), back: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const owner = randomUUID();
        const readings: Usage[] = [];
        let at = Date.UTC(2027, 3, 1, 12);
        for (const { days, units, back } of steps) {
          at += days * 86_400_000;
          await clock.set(new Date(at));
          const entry = await draw(owner, units);
          readings.push(await usageOf(owner));
          if (back) await giveBack(entry);
          readings.push(await usageOf(owner));
        }
        for (const [i, older] of readings.entries())
          for (const newer of readings.slice(i)) {
            expect(drawnAtMost(older.day, 10n)).toBeLessThanOrEqual(drawnAtMost(newer.day, 10n));
            expect(drawnAtMost(older.month, 10n)).toBeLessThanOrEqual(drawnAtMost(newer.month, 10n));
          }
      }),
      { numRuns: 25 },
    );
  });

  test('the sweep finds no fault after draws and returns on many days', () => expectCleanSweep(database.pool));
});
