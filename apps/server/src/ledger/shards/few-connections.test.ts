import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { memberOf } from '../../../test/half-a-send.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { JournalEntry } from '../index.ts';

// A transaction keeps its connections until it ends. If all transactions wait for one more connection, none ever ends.

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterEach(() => several.expectCleanBooks());
afterAll(() => several.close());

/** Returns a payment into a new member's wallet in the ledger with this number. */
async function payment(shard: number): Promise<JournalEntry> {
  const [actor, { ledger }] = [memberOf(several, shard), several];
  const postings = [
    { account: await ledger.houseId('cash', 'USD'), units: -1n },
    { account: await ledger.walletId(actor, 'USD'), units: 1n },
  ];
  return { key: randomUUID(), requestHash: 0n, actor, kind: 'test', metadata: {}, postings };
}

/** Returns the same entry with different requests, which are more than a ledger has connections. */
const others = (entry: JournalEntry) =>
  Array.from({ length: 12 }, (_, i) => ({ ...entry, requestHash: BigInt(i + 1) }));

const codesOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((one) =>
    one.status === 'rejected' ? [one.reason instanceof Refusal ? one.reason.code : String(one.reason)] : [],
  );
const reused = (count: number) => Array.from({ length: count }, () => 'idempotency_key_reused');

test.each([0, 1])('only one of many entries with a contested key is posted in ledger %i', async (shard) => {
  const entries = others({ ...(await payment(shard)), isContested: true });
  const results = await Promise.allSettled(entries.map((entry) => several.ledger.post(entry, {})));
  expect(codesOf(results)).toEqual(reused(entries.length - 1));
});

test.each([0, 1])(
  'transactions that hold all connections finish when ledger %i refuses their entries',
  async (shard) => {
    const entry = await payment(shard);
    await several.ledger.post(entry, {});
    const within = (one: JournalEntry) =>
      transact(several.main.pool, async (tx) => {
        await sleep(200); // until the other transactions have begun
        return several.ledger.postWithin(tx, one, {});
      });
    const entries = others(entry);
    expect(codesOf(await Promise.allSettled(entries.map(within)))).toEqual(reused(entries.length));
  },
);

test('transactions that hold all connections finish on a node that has not read the map of members', async () => {
  const entries = await Promise.all(Array.from({ length: 12 }, () => payment(0)));
  const node = several.openNode();
  const within = (entry: JournalEntry) =>
    transact(several.main.pool, async (tx) => {
      await sleep(200); // until the other transactions have begun
      await node.lockWithin(tx, []);
      return several.ledger.postWithin(tx, entry, {});
    });
  expect(codesOf(await Promise.allSettled(entries.map(within)))).toEqual([]);
});

test.each([0, 1])(
  'transactions that hold all connections of ledger %i find accounts that are new to a node',
  async (shard) => {
    const entries = await Promise.all(Array.from({ length: 12 }, () => payment(shard)));
    const node = several.openNode();
    await node.houseId('cash', 'USD');
    const within = (entry: JournalEntry) =>
      transact(several.main.pool, async (tx) => {
        await node.booksWithin(tx, entry.actor ?? '');
        await sleep(200); // until the other transactions have begun
        await node.lockWithin(tx, [entry]);
        return node.postWithin(tx, entry, {});
      });
    expect(codesOf(await Promise.allSettled(entries.map(within)))).toEqual([]);
  },
);

test.each([0, 1])('a transaction is refused while ledger %i is closed', async (shard) => {
  const entry = await payment(shard);
  const owner = several.databases[shard]?.ownerPool;
  await owner?.query(`insert into ledger.closures (reason) values ('a test')`);
  const posting = transact(several.main.pool, (tx) => several.ledger.postWithin(tx, entry, {}));
  await expect(posting).rejects.toMatchObject({ code: 'ledger_read_only' });
  await owner?.query('update ledger.closures set reopened_at = now()');
});
