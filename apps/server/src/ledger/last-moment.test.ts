import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { openWorld, pick } from '../../test/ledger-model/world.ts';
import { stopClock } from '../../test/shifted-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { JournalEntry } from './entry.ts';
import { postBatch } from './post-batch.ts';

let database: TestDatabase;
let [from, to] = [0n, 0n];
/** The time of the database's stopped clock. */
let now = new Date();
let aMomentLater = now;
beforeAll(async () => {
  database = await createTestDatabase();
  const { usd } = await openWorld(database.pool, { users: 2, opening: 100n });
  [from, to] = [pick(usd, 0), pick(usd, 1)];
  now = await stopClock(database.ownerPool);
  aMomentLater = new Date(now.getTime() + 1);
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

async function post(content: Partial<JournalEntry>) {
  const entry = { key: randomUUID(), requestHash: 1n, actor: randomUUID(), kind: 'test', metadata: {}, postings: [] };
  const [outcome] = await postBatch(database.pool, [{ ...entry, ...content }], 0);
  return outcome;
}

const paying = () => ({
  postings: [
    { account: from, units: -1n },
    { account: to, units: 1n },
  ],
});

test('a quote is valid before its expiry and invalid from the expiry on', async () => {
  const using = (expiresAt: Date) => post({ ...paying(), quote: { id: randomUUID(), expiresAt } });
  expect(await using(aMomentLater)).toMatchObject({ outcome: 'posted', recordedAt: now });
  expect(await using(now)).toEqual({ outcome: 'quote_expired' });
});

test('a hold can be posted before its expiry and released at any time', async () => {
  const reserving = async (expiresAt: Date) => {
    const reserved = await post({ reserve: { account: from, units: 10n, expiresAt } });
    return reserved?.outcome === 'posted' ? reserved.entryId : 0n;
  };
  const [good, expired] = [await reserving(aMomentLater), await reserving(now)];
  expect(await post({ ...paying(), endsHold: good })).toMatchObject({ outcome: 'posted' });
  expect(await post({ ...paying(), endsHold: expired })).toEqual({ outcome: 'hold_not_open' });
  expect(await post({ endsHold: expired })).toMatchObject({ outcome: 'posted' });
});
