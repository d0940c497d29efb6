import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedStatements } from '../../../test/blocked-statements.ts';
import { expectCleanBooks } from '../../../test/reliability/books.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';
import { transitKind } from './transit.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterAll(() => several.close());

/** Gives a new member of the main ledger dollars, and begins to move them while a transaction locks the house's lanes. */
async function moveDuring(batch: (tx: PoolClient, member: string) => Promise<unknown>) {
  const { main, pools, shards } = several;
  const member = randomUUID();
  const { giveSlots, moveMember } = memberMoves(pools, shards);
  await giveSlots([slotOf(member)], 0);
  await fund(member, 'USD');
  const transit = await shards[0]?.houseId(transitKind(0, 1), 'USD');
  const tx = await main.ownerPool.connect();
  try {
    await tx.query('begin');
    await tx.query('select from ledger.accounts where id between $1 and $1::bigint + 15 for no key update', [transit]);
    const moved = giveSlots([slotOf(member)], 1).then(() => moveMember(member));
    await expect.poll(() => blockedStatements(several.main)).toBe(1);
    await batch(tx, member);
    await tx.query('commit');
    expect(await moved).toBe('moved');
  } finally {
    tx.release(true);
  }
  await expectCleanBooks(main.ownerPool);
  return several.ledger.balancesOf(member);
}

async function fund(member: string, asset: 'USD' | 'EUR') {
  const { ledger } = several;
  const [cash, wallet] = [await ledger.houseId('cash', asset), await ledger.walletId(member, asset)];
  const postings = [
    { account: cash, units: -500n },
    { account: wallet, units: 500n },
  ];
  await ledger.post({ key: randomUUID(), requestHash: 1n, actor: member, kind: 'test', metadata: {}, postings }, {});
}

test('a move locks accounts in the order of a batch, so a move and a batch cannot deadlock', async () => {
  const balances = await moveDuring(async (tx, member) =>
    tx.query('select from ledger.accounts where id = $1 for no key update', [
      await several.ledger.walletId(member, 'USD'),
    ]),
  );
  expect(balances).toMatchObject([{ asset: 'USD', posted: 500n }]);
});

test('a member keeps money of another currency that arrives while the move waits', async () => {
  const balances = await moveDuring((_tx, member) => fund(member, 'EUR'));
  expect(balances).toMatchObject([
    { asset: 'EUR', posted: 500n },
    { asset: 'USD', posted: 500n },
  ]);
});

test('a member arrives with keys in their order, so two members with the same keys cannot deadlock', async () => {
  const { main } = several;
  const [lower, higher] = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
  const none = Object.fromEntries(
    ['accounts', 'entries', 'postings', 'holds', 'quotes', 'allowances', 'usage'].map((part) => [part, []]),
  );
  const keys = [higher, lower].map((key) => [key, '1']);
  const add = 'insert into ledger.arrived_keys (key, owner, request_hash) values ($1, $2, 1)';
  const [earlier, arriving] = [await main.ownerPool.connect(), await main.ownerPool.connect()];
  try {
    await earlier.query('begin');
    await earlier.query(add, [lower, randomUUID()]);
    await arriving.query('begin');
    const arrived = arriving.query('select ledger.take_in($1, $2)', [
      randomUUID(),
      { ...none, move: randomUUID(), closed: false, keys },
    ]);
    await expect.poll(() => blockedStatements(main)).toBe(1);
    await earlier.query(`set local lock_timeout = '5s'`);
    await earlier.query(add, [higher, randomUUID()]);
    await earlier.query('rollback');
    await arrived;
    await arriving.query('rollback');
  } finally {
    earlier.release(true);
    arriving.release(true);
  }
});
