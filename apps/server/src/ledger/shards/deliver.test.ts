import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beforeStatement, having } from '../../../test/before-statement.ts';
import { halfASendIn, type HalfASend } from '../../../test/half-a-send.ts';
import { moveMember } from '../../../test/move-member.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { openShard } from '../open-shard.ts';
import { deliveries } from './deliver.ts';
import { memberMoves } from './move-members.ts';

let several: SeveralLedgers;
let send: HalfASend;
beforeEach(async () => {
  several = await createSeveralLedgers(3);
  send = await halfASendIn(several);
  // The receiver has money, because a move of a member without money would deliver all payments on their way.
  await fund(send.receiver, 10n);
});
afterEach(async () => {
  await several.expectCleanBooks();
  await several.close();
});

async function fund(owner: string, units: bigint) {
  const { ledger } = several;
  const [cash, account] = [await ledger.houseId('cash', 'USD'), await ledger.walletId(owner, 'USD')];
  const postings = [
    { account: cash, units: -units },
    { account, units },
  ];
  await ledger.post(
    { key: randomUUID(), requestHash: 1n, actor: owner, kind: 'test', metadata: {}, postings },
    sentences,
  );
}

// A ledger that the member has left refuses for this reason, and the work follows the member.
const sentences = { insufficient: () => new Refusal('insufficient_balance', 'too little') };

const moveReceiver = (to: number) => moveMember(several.databases, send.receiver, to);

const balancesOf = async () =>
  Promise.all([send.payer, send.receiver].map(async (one) => (await several.ledger.balancesOf(one))[0]?.posted));

/** Delivers the send through a node with these pools. */
const deliverBy = (pools: readonly Pool[]) => deliveries(pools, pools.map(openShard))(send.first, 'USD');

/** Returns the pools of a node, with this pool for the receiver's first ledger. */
const nodeWith = (pool: Pool): Pool[] => several.pools.map((own, number) => (number === 1 ? pool : own));

const receiverPool = (): Pool => several.pools[1] ?? several.main.pool;

test("money arrives once when the receiver moves back while a node looks up the receiver's ledger", async () => {
  await moveReceiver(2);
  const pool = beforeStatement(receiverPool(), having('departed'), () => moveReceiver(1));
  await deliverBy(nodeWith(pool));
  await several.expectCleanBooks();
  expect(await balancesOf()).toEqual([400n, 110n]);
});

test('money arrives once when the receiver moves back and gets the money before a node forwards it', async () => {
  await moveReceiver(2);
  const act = async () => {
    await moveReceiver(1);
    await deliverBy(several.pools);
  };
  await deliverBy(nodeWith(beforeStatement(receiverPool(), having('onward'), act)));
  await several.expectCleanBooks();
  expect(await balancesOf()).toEqual([400n, 110n]);
});

test('money arrives once when the receiver closes the account while a move of the receiver waits', async () => {
  const { giveSlots, moveMember: move } = memberMoves(several.pools, several.shards);
  await giveSlots([send.slot], 2);
  await fund(send.receiver, -10n);
  await transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, send.receiver));
  await deliverBy(several.pools);
  expect(await move(send.receiver)).toBe('moved');
  await deliverBy(several.pools);
  await several.expectCleanBooks();
  expect(await balancesOf()).toEqual([500n, 0n]);
});

test('money returns to the payer when the receiver moved twice and then closed the account', async () => {
  await moveReceiver(2);
  await moveReceiver(0);
  await fund(send.receiver, -10n);
  await transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, send.receiver));
  await deliverBy(several.pools);
  await several.expectCleanBooks();
  expect(await balancesOf()).toEqual([500n, 0n]);
});

const close = (owner: string) => transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, owner));

/** Returns the unallocated money of each ledger. */
const unallocated = async () =>
  Promise.all(
    several.pools.map(async (pool) => {
      const { rows } = await pool.query<{ sum: bigint }>(
        `select coalesce(sum(posted), 0) as sum from own_books.accounts where kind = 'unallocated' and asset = 'USD'`,
      );
      return rows[0]?.sum;
    }),
  );

describe('money that can neither arrive nor go back becomes unallocated, once', () => {
  const leave = async (member: string, balance: bigint) => {
    await fund(member, -balance);
    await close(member);
  };
  const deliverTwice = async () => {
    await Promise.all([deliverBy(several.pools), deliverBy(several.pools)]);
    await several.expectCleanBooks();
  };

  test('money in transit becomes unallocated once when payer and receiver have closed their accounts', async () => {
    await leave(send.receiver, 10n);
    await leave(send.payer, 400n);
    await deliverTwice();
    expect(await unallocated()).toEqual([100n, 0n, 0n]);
  });

  test('money in transit becomes unallocated once when the payer moved before both closed accounts', async () => {
    await leave(send.receiver, 10n);
    await moveMember(several.databases, send.payer, 2);
    await leave(send.payer, 400n);
    await deliverTwice();
    expect(await unallocated()).toEqual([100n, 0n, 0n]);
  });

  test('money in transit becomes unallocated once when the receiver moved before both closed accounts', async () => {
    await moveReceiver(2);
    await leave(send.receiver, 10n);
    await leave(send.payer, 400n);
    await deliverTwice();
    expect(await unallocated()).toEqual([0n, 100n, 0n]);
  });
});
