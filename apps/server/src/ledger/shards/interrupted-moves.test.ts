import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { beforeStatement, having } from '../../../test/before-statement.ts';
import { dyingPools } from '../../../test/dying-pools.ts';
import { memberOf } from '../../../test/half-a-send.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { openShard } from '../open-shard.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';
import { moveWaiting } from './move-waiting.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterEach(() => several.expectCleanBooks());
afterAll(() => several.close());

async function pay(owner: string, units: bigint) {
  const { ledger } = several;
  const [cash, account] = [await ledger.houseId('cash', 'USD'), await ledger.walletId(owner, 'USD')];
  const postings = [
    { account: cash, units: -units },
    { account, units },
  ];
  await ledger.post({ key: randomUUID(), requestHash: 1n, actor: owner, kind: 'test', metadata: {}, postings }, {});
}

/** Returns the ledgers where the member's accounts are open. */
async function openIn(owner: string): Promise<number[]> {
  const open = await Promise.all(
    several.pools.map(async (pool) => {
      const { rowCount } = await pool.query(
        `select from own_books.accounts where owner = $1 and slot = '' and not closed`,
        [owner],
      );
      return rowCount;
    }),
  );
  return open.flatMap((count, number) => (count ? [number] : []));
}

test.each([
  ['before', 2],
  ['after', 2],
  ['before', 0],
  ['after', 0],
] as const)('a move that dies %s any of its statements is completed by a move to ledger %i', async (when, next) => {
  for (let at = 1, isDone = false; !isDone; at++) {
    const member = memberOf(several, 0);
    await pay(member, 1_000n);
    const mortal = dyingPools(several.pools, at, when);
    const first = memberMoves(mortal.pools, mortal.pools.map(openShard));
    await first
      .giveSlots([slotOf(member)], 1)
      .then(() => first.moveMember(member))
      .catch(() => undefined);
    isDone = !mortal.died();
    const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
    await giveSlots([slotOf(member)], next);
    await moveMember(member);
    expect([at, await openIn(member)]).toEqual([at, [next]]);
    await pay(member, 5n);
    expect(await several.ledger.balancesOf(member)).toMatchObject([{ posted: 1_005n }]);
    await giveSlots([slotOf(member)], 0); // as it was, for the next member
    await moveMember(member);
  }
});

describe('after slots were not given to a ledger, their new members open accounts where they were', () => {
  test('new members open accounts in the old ledger immediately if the new ledger of their slots is down', async () => {
    const member = memberOf(several, 0);
    const down = beforeStatement(several.pools[1] ?? several.main.pool, having('enter_slots'), () =>
      Promise.reject(new Error('the ledger is down')),
    );
    const pools = several.pools.with(1, down);
    await expect(memberMoves(pools, pools.map(openShard)).giveSlots([slotOf(member)], 1)).rejects.toThrow('down');
    await pay(member, 5n);
    expect(await openIn(member)).toEqual([0]);
  });

  test('new members open accounts after the job or the next command completes an interrupted command', async () => {
    const { giveSlots, completeSlots } = memberMoves(several.pools, several.shards);
    for (const complete of [completeSlots, (slot: number) => giveSlots([slot], 0)]) {
      const member = memberOf(several, 0);
      const mortal = dyingPools(several.pools, deathAfterLeaving, 'after');
      const dying = memberMoves(mortal.pools, mortal.pools.map(openShard)).giveSlots([slotOf(member)], 1);
      await expect(dying).rejects.toThrow('died');
      await expect(several.shards[0]?.walletId(member, 'USD')).rejects.toMatchObject({ code: 'FL003' });
      await complete(slotOf(member));
      await pay(member, 5n);
      expect(await openIn(member)).toEqual([0]);
    }
  });
});

describe('no transaction of the main database stays open while a ledger is down', () => {
  type Moves = ReturnType<typeof memberMoves>;

  /**
   * Makes a node move members while one ledger answers its first statement with an error, after the others have waited
   * for it.
   */
  async function openTransactionsDuring(
    down: number,
    work: (moves: Moves, pools: readonly Pool[]) => Promise<unknown>,
  ) {
    const { promise: isDown, reject: goDown } = Promise.withResolvers<never>();
    const asked = Promise.withResolvers<undefined>();
    const waiting = beforeStatement(several.pools[down] ?? several.main.pool, having('select'), () => {
      asked.resolve(undefined);
      return isDown;
    });
    const pools = several.pools.with(down, waiting);
    const working = work(memberMoves(pools, pools.map(openShard)), pools).catch((error: unknown) => error);
    await asked.promise;
    const { rows } = await several.main.ownerPool.query(
      `select query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
    );
    goDown(new Error('the ledger is down'));
    return { open: rows, result: await working };
  }

  test('completing slots leaves no transaction open while a ledger is down', async () => {
    expect(await openTransactionsDuring(1, ({ completeSlots }) => completeSlots())).toMatchObject({ open: [] });
  });

  test.each([1, 0])('giving slots to ledger %i leaves no transaction open while ledger 1 is down', async (to) => {
    const member = memberOf(several, 1 - to);
    const giving = openTransactionsDuring(1, ({ giveSlots }) => giveSlots([slotOf(member)], to));
    expect(await giving).toEqual({ open: [], result: new Error('the ledger is down') });
  });

  test.each([
    [0, 1],
    [1, 0],
  ])('moving members from ledger %i to %i leaves no transaction open while ledger 1 is down', async (from, to) => {
    const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
    const [member, other] = [memberOf(several, from), memberOf(several, 2)];
    for (const one of [member, other]) await pay(one, 10n);
    await giveSlots([slotOf(member)], to);
    await giveSlots([slotOf(other)], 0);
    const moving = openTransactionsDuring(1, (moves, pools) =>
      moveWaiting(pools, { ...moves, completeSlots: nothing }),
    );
    expect(await moving).toEqual({
      open: [],
      result: new AggregateError([new Error('the ledger is down')], 'members could not be moved to their ledger'),
    });
    expect([await openIn(member), await openIn(other)]).toEqual([[from], [0]]);
    expect(await moveMember(member)).toBe('moved');
    await giveSlots([slotOf(member)], from);
    await giveSlots([slotOf(other)], 2);
    for (const one of [member, other]) await moveMember(one);
  });

  test('moving one member leaves no transaction open while a ledger is down', async () => {
    const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
    const member = memberOf(several, 0);
    await pay(member, 10n);
    await giveSlots([slotOf(member)], 1);
    const moving = openTransactionsDuring(1, (moves) => moves.moveMember(member));
    expect(await moving).toEqual({ open: [], result: new Error('the ledger is down') });
    await giveSlots([slotOf(member)], 0);
    await moveMember(member);
  });
});

const nothing = async () => undefined;

/**
 * The statement of `giveSlots` that stops the first ledger from opening accounts: after the map, two questions, begin,
 * the lock and the map.
 */
const deathAfterLeaving = 7;
