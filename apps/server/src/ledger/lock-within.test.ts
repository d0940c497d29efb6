import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectLocksInOrder } from '../../test/lock-order.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../test/several-ledgers.ts';
import { transact } from '../platform/database/transact.ts';
import type { HouseAccountKind } from './accounts.ts';
import type { JournalEntry, Ledger } from './index.ts';
import { slotOf } from './shards/ids.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterAll(() => several.close());

async function entryOf(ledger: Ledger, from: HouseAccountKind, to: bigint): Promise<JournalEntry> {
  const postings = [
    { account: await ledger.houseId(from, 'USD'), units: -5n },
    { account: to, units: 5n },
  ];
  return { key: randomUUID(), requestHash: 1n, actor: randomUUID(), kind: 'test', metadata: {}, postings };
}

/** Returns a new member of the ledger with this number. */
function memberOf(shard: number): string {
  for (;;) {
    const id = randomUUID();
    if (slotOf(id) % 2 === shard) return id;
  }
}

test.each([
  ['in the first database', 0],
  ['in the second database', 1],
])('a transaction locks the accounts of several entries in the order of a batch (%s)', async (_, shard) => {
  const { ledger } = several;
  const wallet = await ledger.walletId(memberOf(shard), 'USD');
  const own = several.shards[shard] ?? ledger;
  // A house account that is opened later has a lower id, so the second entry names the account that a batch locks
  // first.
  const houses = [await own.houseId('cash', 'USD'), await own.houseId('fees', 'USD')];
  const entries = [await entryOf(ledger, 'cash', wallet), await entryOf(ledger, 'fees', wallet)];
  const database = several.databases[shard] ?? several.main;
  await expectLocksInOrder(database, houses, () =>
    transact(several.main.pool, async (tx) => {
      await ledger.lockWithin(tx, entries);
      for (const entry of entries) await ledger.postWithin(tx, entry, {});
    }),
  );
  const { rows } = await database.pool.query('select posted from books.accounts where id = $1', [wallet]);
  expect(rows).toEqual([{ posted: 10n }]);
  await several.expectCleanBooks();
});
