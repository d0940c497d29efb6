import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failing } from '../../test/failing-pool.ts';
import { expectCleanSweep } from '../../test/ledger-model/compare.ts';
import { sample } from '../../test/metric-samples.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import type { Pool } from '../platform/database/pool.ts';
import { Refusal } from '../platform/refusal.ts';
import { openLedger, type JournalEntry, type Ledger } from './index.ts';

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await createTestDatabase();
  ledger = openLedger(database.pool);
  await ledger.registerAssets(['USD'], 2);
});
afterAll(async () => {
  await expectCleanSweep(database.pool);
  await database.close();
});

let owner: string;
beforeEach(() => {
  owner = randomUUID();
});

const sentences = {
  insufficient: () => new Refusal('insufficient_balance', 'too little'),
  limit: ({ kind, left }: { kind: string; left: bigint }) => new Refusal('limit_exceeded', `${kind}: ${left} left`),
};

/** Returns an entry that moves money from the house to the owner's wallet. */
async function entryOf(units: bigint, more: Partial<JournalEntry> = {}): Promise<JournalEntry> {
  return {
    key: randomUUID(),
    requestHash: 1n,
    actor: owner,
    kind: 'test',
    metadata: { note: 'what history shows' },
    postings: [
      { account: await ledger.houseId('cash', 'USD'), units: -units },
      { account: await ledger.walletId(owner, 'USD'), units },
    ],
    ...more,
  };
}

const post = async (units: bigint, more?: Partial<JournalEntry>, through = ledger) =>
  through.post(await entryOf(units, more), sentences);

const balance = async () => (await ledger.balancesOf(owner))[0]?.posted;

test('posts the first entry of the books once, even when it is repeated immediately', async () => {
  const entry = await entryOf(1n);
  const { entryId } = await ledger.post(entry, sentences);
  expect(await ledger.post(entry, sentences)).toEqual({ outcome: 'duplicate', entryId });
});

describe('posting', () => {
  test('fails only the entry that the database cannot read', async () => {
    const unreadable = { metadata: { note: 'half a text\0' } };
    const results = await Promise.allSettled([post(500n), post(500n, unreadable), post(500n)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await balance()).toBe(1_000n);
  });

  test("returns the entry, its time, and each line's number and balance", async () => {
    await post(1_000n);
    const standing = await post(-300n);
    expect(standing).toMatchObject({ outcome: 'posted', entryId: expect.any(BigInt), recordedAt: expect.any(Date) });
    expect(standing).toHaveProperty('lines.1', {
      account: await ledger.walletId(owner, 'USD'),
      seq: 2n,
      units: -300n,
      balance: 700n,
    });
    expect(await balance()).toBe(700n);
  });

  test('records the key of a posted entry, but not the key of a rejected entry', async () => {
    const [posted, refused] = [await entryOf(5n), await entryOf(-6n)];
    expect(await ledger.hasEntry(posted.actor, posted.key)).toBe(false);
    await ledger.post(posted, sentences);
    await expect(ledger.post(refused, sentences)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect([
      await ledger.hasEntry(posted.actor, posted.key),
      await ledger.hasEntry(refused.actor, refused.key),
    ]).toEqual([true, false]);
  });

  test('returns the first entry for a repeated key and moves no money', async () => {
    const entry = await entryOf(500n);
    const first = await ledger.post(entry, sentences);
    expect(await ledger.post(entry, sentences)).toEqual({ outcome: 'duplicate', entryId: first.entryId });
    expect(await balance()).toBe(500n);
  });

  test('posts one entry for concurrent requests with the same key', async () => {
    const entry = await entryOf(500n);
    const other = openLedger(database.pool);
    const standings = await Promise.all([ledger, other, ledger, other].map((one) => one.post(entry, sentences)));
    expect(new Set(standings.map(({ entryId }) => entryId)).size).toBe(1);
    expect(standings.filter(({ outcome }) => outcome === 'posted').length).toBe(1);
    expect(await balance()).toBe(500n);
  });

  test('rejects a used key for another request', async () => {
    const entry = await entryOf(500n);
    await ledger.post(entry, sentences);
    await expect(ledger.post({ ...entry, requestHash: 2n }, sentences)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await balance()).toBe(500n);
  });

  test('rejects an entry above the balance, and posts an entry with the same key later', async () => {
    await post(100n);
    const entry = await entryOf(-101n);
    await expect(ledger.post(entry, sentences)).rejects.toMatchObject({ code: 'insufficient_balance' });
    await post(1n);
    expect(await ledger.post(entry, sentences)).toMatchObject({ outcome: 'posted' });
    expect(await balance()).toBe(0n);
  });

  test('fails only a malformed entry, and posts the others', async () => {
    const good = await entryOf(10n);
    const unbalanced = await entryOf(10n, { postings: good.postings.slice(1) });
    const unknown = await entryOf(10n, { postings: [{ account: 10n ** 17n, units: 1n }] });
    const [first, second, third] = await Promise.allSettled(
      [unbalanced, good, unknown].map((entry) => ledger.post(entry, sentences)),
    );
    expect(first).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('unbalanced') } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { outcome: 'posted' } });
    expect(third).toMatchObject({ reason: { message: expect.stringContaining('unknown_account') } });
    expect(await balance()).toBe(10n);
  });
});

describe('posting within a transaction', () => {
  const postWithin = async (units: bigint, end: 'commit' | 'rollback') => {
    const entry = await entryOf(units);
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      const standing = await ledger.postWithin(client, entry, sentences);
      await client.query(end);
      return standing;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test("keeps an entry only if the command's own transaction commits", async () => {
    expect(await postWithin(50n, 'commit')).toMatchObject({ outcome: 'posted', lines: [{}, { balance: 50n }] });
    expect(await postWithin(70n, 'rollback')).toMatchObject({ outcome: 'posted', lines: [{}, { balance: 120n }] });
    expect(await balance()).toBe(50n);
  });

  test('rejects an entry within a transaction with the same error, and counts it separately from batches', async () => {
    const refused = () => sample('florin_ledger_entries_total', { outcome: 'insufficient', way: 'within' });
    const before = await refused();
    await expect(postWithin(-1n, 'commit')).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await refused()).toBe(before + 1);
  });

  test("passes database errors through from a command's own transaction", async () => {
    const shaky = failing(database.pool, { code: '40001', times: 1 });
    await expect(ledger.postWithin(shaky.pool, await entryOf(1n), sentences)).rejects.toMatchObject({ code: '40001' });
  });
});

describe('an allowance', () => {
  const draw = (units: bigint, limit: bigint, kind = 'outflow-per-day') => ({
    draws: [{ owner, kind, slot: '@day' as const, units, limit }],
  });

  test('an allowance can be used up exactly, and the error of a larger entry states the rest', async () => {
    await post(1_000n);
    await post(-70n, draw(70n, 100n));
    await expect(post(-31n, draw(31n, 100n))).rejects.toMatchObject({ message: 'outflow-per-day: 30 left' });
    await post(-30n, draw(30n, 100n));
    await expect(post(-1n, draw(1n, 100n))).rejects.toMatchObject({ message: 'outflow-per-day: 0 left' });
    expect(await balance()).toBe(900n);
  });

  test('the ledger checks the balance before the allowance', async () => {
    await expect(post(-1n, draw(200n, 100n))).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  test('the ledger names the exceeded one of several allowances', async () => {
    await post(1_000n);
    const draws = [...draw(60n, 100n).draws, ...draw(60n, 50n, 'outflow-per-month').draws];
    await expect(post(-60n, { draws })).rejects.toMatchObject({ message: 'outflow-per-month: 50 left' });
  });

  test('reports zero left, not a negative amount, after the limit was lowered', async () => {
    await post(1_000n);
    await post(-70n, draw(70n, 100n));
    await expect(post(-1n, draw(1n, 50n))).rejects.toMatchObject({ message: 'outflow-per-day: 0 left' });
    await post(-30n, draw(30n, 100n));
  });

  test('throws when a command has no error for an exceeded allowance', async () => {
    await post(1_000n);
    const entry = await entryOf(-2n, draw(2n, 1n));
    await expect(ledger.post(entry, { insufficient: sentences.insufficient })).rejects.toThrow(
      'no error for the outcome limit',
    );
  });
});

describe('database errors', () => {
  const attempts = 8;

  test.each(['40001', '40P01'])('retries an entry after %s and posts it once', async (code) => {
    const shaky = failing(database.pool, { code, times: attempts - 1 });
    expect(await post(25n, {}, openLedger(shaky.pool))).toMatchObject({ outcome: 'posted' });
    expect(shaky.failures()).toBe(attempts - 1);
    expect(await balance()).toBe(25n);
  });

  test.each(['40001', '40P01'])('gives up after eight attempts with %s and posts nothing', async (code) => {
    const shaky = failing(database.pool, { code, times: Number.POSITIVE_INFINITY });
    await expect(post(25n, {}, openLedger(shaky.pool))).rejects.toMatchObject({ code });
    expect(shaky.failures()).toBe(attempts);
    expect(await balance()).toBe(0n);
  });

  test('passes other database errors through while it posts entries one by one', async () => {
    const inner = failing(database.pool, { code: '53100', times: 1 });
    const outer = failing(inner.pool, { code: '22P05', times: 1 });
    const through = openLedger(outer.pool);
    const results = await Promise.allSettled([post(25n, {}, through), post(25n, {}, through)]);
    expect(results.map((one) => one.status === 'rejected' && one.reason)).toMatchObject([
      { code: '53100' },
      { code: '53100' },
    ]);
    expect(await balance()).toBe(0n);
  });

  test('the ledger does not retry other database errors', async () => {
    const shaky = failing(database.pool, { code: '53100', times: 1 });
    await expect(post(25n, {}, openLedger(shaky.pool))).rejects.toMatchObject({ code: '53100' });
    expect(shaky.failures()).toBe(1);
  });

  test('finds an entry by its key after the response was lost', async () => {
    const shaky = failing(database.pool, { code: 'ECONNRESET', times: 1, after: true });
    const entry = await entryOf(25n);
    const through = openLedger(shaky.pool);
    await expect(through.post(entry, sentences)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await through.post(entry, sentences)).toMatchObject({ outcome: 'duplicate' });
    expect(await balance()).toBe(25n);
  });

  test('the ledger answers busy when too many entries are queued', async () => {
    const shaky = failing(database.pool, { code: '57P01', times: Number.POSITIVE_INFINITY });
    const through = openLedger(shaky.pool);
    const entry = await entryOf(1n);
    const posts = Array.from({ length: 20_001 }, () => through.post(entry, sentences));
    const [last] = (await Promise.allSettled(posts)).slice(-1);
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'busy', retryAfterSeconds: 1 } });
  });
});

describe('accounts', () => {
  test('opens each account once for concurrent callers', async () => {
    const ask = (pool: Pool) => openLedger(pool).walletId(owner, 'USD');
    const ids = await Promise.all(Array.from({ length: 8 }, () => ask(database.pool)));
    expect(new Set(ids).size).toBe(1);
    const houses = await Promise.all(
      Array.from({ length: 4 }, () => openLedger(database.pool).houseId('inventory', 'USD')),
    );
    expect(new Set(houses).size).toBe(1);
  });

  test('returns no balances for an owner without accounts', async () => {
    expect(await ledger.balancesOf(owner)).toEqual([]);
  });

  test('rejects a wallet in an unregistered asset', async () => {
    await expect(ledger.walletId(owner, 'NOPE')).rejects.toMatchObject({ code: '23503' });
  });
});
