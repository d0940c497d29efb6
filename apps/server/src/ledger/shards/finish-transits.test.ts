import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSeveralLedgers, inTransit, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { openPool } from '../../platform/database/pool.ts';
import { finishTransits } from './finish-transits.ts';
import { withOnward } from './halves.ts';
import { transitKind } from './transit.ts';

let several: SeveralLedgers;
beforeEach(async () => {
  several = await createSeveralLedgers(3);
});
afterEach(async () => {
  await several.expectCleanBooks();
  await several.close();
});

/**
 * Posts first halves of one cent each from the first ledger to another one, like a node that dies before the second
 * halves.
 */
async function halvesTo(to: number, count = 1) {
  const [[here], there] = [several.shards, several.shards[to]];
  if (!here || !there) throw new Error(`there is no ledger ${to}`);
  const paid = { account: await there.walletId(randomUUID(), 'USD'), units: 1n };
  const postings = [
    { account: await here.houseId('cash', 'USD'), units: -1n },
    { account: await here.houseId(transitKind(0, to), 'USD'), units: 1n },
  ];
  const entry = {
    requestHash: 1n,
    actor: randomUUID(),
    kind: 'test',
    metadata: withOnward({}, { ...paid, to }),
    postings,
  };
  await Promise.all(Array.from({ length: count }, () => here.post({ ...entry, key: randomUUID() }, {})));
}

test('leaves recent entries in transit to the nodes that posted them', async () => {
  await halvesTo(1);
  expect(await finishTransits(several.pools, several.shards, { afterSeconds: 60 })).toEqual([]);
  expect(await inTransit(several.pools)).toEqual(['transit:0-1 USD: 1']);
  await finishTransits(several.pools, several.shards);
  expect(await inTransit(several.pools)).toEqual([]);
});

test('does not post arrived money again', async () => {
  await halvesTo(1);
  await finishTransits(several.pools, several.shards);
  await several.main.ownerPool.query('delete from ledger.transit_marks');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await finishTransits(several.pools, several.shards);
    expect(query.mock.calls.filter(([statement]) => Reflect.get(Object(statement), 'name') === 'post')).toEqual([]);
  } finally {
    query.mockRestore();
  }
  const { rows } = await several.main.pool.query('select seq from books.transit_marks');
  expect(rows).toEqual([{ seq: 1n }]);
});

test('delivers entries to all other ledgers while a ledger is down, even if many entries wait for that ledger', async () => {
  await halvesTo(1, 501);
  await halvesTo(2);
  const [main, other, third] = several.pools;
  const down = openPool(several.databases[1]?.address ?? {});
  await down.end();
  if (!main || !other || !third) throw new Error('there are three ledgers');
  const errors = await finishTransits([main, down, third], several.shards);
  expect(errors.length).toBeGreaterThan(0);
  expect(await inTransit(several.pools)).toEqual(['transit:0-1 USD: 501']);
});
