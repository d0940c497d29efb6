import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { dyingPools } from '../../../test/dying-pools.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { ever, usedIn, type JournalEntry, type Ledger } from '../index.ts';
import { openShard } from '../open-shard.ts';
import { slotOf } from './ids.ts';
import { memberMoves } from './move-members.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(3);
});
afterEach(() => several.expectCleanBooks());
afterAll(() => several.close());

const sentences = { insufficient: () => new Refusal('insufficient_balance', 'too little') };
const fresh = () => ({ key: randomUUID(), requestHash: 1n, kind: 'test', metadata: {} });

/** Returns a new member whose money is in the ledger with this number. */
async function memberOf(shard: number): Promise<string> {
  const { rows } = await several.main.pool.query<{ slot: number; shard: number }>(
    'select slot, shard from books.slots',
  );
  const homes = new Map(rows.map((row) => [row.slot, row.shard]));
  for (;;) {
    const id = randomUUID();
    if ((homes.get(slotOf(id)) ?? 0) === shard) return id;
  }
}

async function fund(owner: string, units: bigint, asset = 'USD', through: Ledger = several.ledger) {
  const [cash, wallet] = [await through.houseId('cash', asset), await through.walletId(owner, asset)];
  const postings = [
    { account: cash, units: -units },
    { account: wallet, units },
  ];
  return through.post({ ...fresh(), actor: owner, postings }, sentences);
}

async function sendOf(
  from: string,
  to: string,
  units: bigint,
  through: Ledger = several.ledger,
): Promise<JournalEntry> {
  const postings = [
    { account: await through.walletId(from, 'USD'), units: -units - 1n },
    { account: await through.houseId('fees', 'USD'), units: 1n },
    { account: await through.walletId(to, 'USD'), units },
  ];
  return { ...fresh(), actor: from, postings };
}

const balanceOf = async (owner: string, through: Ledger = several.ledger) =>
  (await through.balancesOf(owner)).find(({ asset }) => asset === 'USD')?.posted ?? 0n;

/** Moves a member, with all others of the same slot, to another ledger. */
async function move(owner: string, to: number) {
  const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
  await giveSlots([slotOf(owner)], to);
  return moveMember(owner);
}

const homeOf = async (owner: string) => {
  const { rows } = await several.main.pool.query<{ shard: number }>('select shard from books.slots where slot = $1', [
    slotOf(owner),
  ]);
  return rows[0]?.shard;
};

const poolOf = (shard: number) => several.pools[shard] ?? several.main.pool;

describe('a member who moves to another ledger', () => {
  test.each([
    [0, 1],
    [1, 0],
    [1, 2],
  ])('a move from ledger %i to %i keeps the money, the accounts and the numbering', async (from, to) => {
    const member = await memberOf(from);
    await fund(member, 1_000n);
    await fund(member, 70n, 'EUR');
    const account = await several.ledger.walletId(member, 'USD');
    expect(await move(member, to)).toBe('moved');
    expect(await homeOf(member)).toBe(to);
    expect(await several.ledger.walletId(member, 'USD')).toBe(account);
    expect(await balanceOf(member)).toBe(1_000n);
    await several.ledger.post(await sendOf(member, await memberOf(0), 100n), sentences);
    expect(await balanceOf(member)).toBe(899n);
    const { rows } = await several.main.pool.query<{ seq: bigint; balance_after: bigint }>(
      'select seq, balance_after from books.postings where account_id = $1 order by seq',
      [account],
    );
    expect(rows).toEqual(
      [1_000n, 0n, 1_000n, 899n].map((balance, i) => ({ seq: BigInt(i + 1), balance_after: balance })),
    );
    const { rows: copied } = await poolOf(to).query<{ seq: bigint; balance_after: bigint }>(
      `select p.seq, p.balance_after from member_books.postings p join member_books.entries e on e.id = p.entry_id
       where p.account_id = $1 order by p.seq`,
      [account],
    );
    expect(copied).toEqual(rows);
    const { rows: accounts } = await several.main.pool.query<{ posted: bigint }>(
      `select posted from books.accounts where owner = $1 and asset = 'USD' and slot = ''`,
      [member],
    );
    expect(accounts).toEqual([{ posted: 899n }]);
  });

  test('a member who moved to another ledger can move again and move back', async () => {
    const member = await memberOf(0);
    await fund(member, 1_000n);
    for (const to of [1, 2, 0, 1, 0]) {
      expect(await move(member, to)).toBe('moved');
      expect(await balanceOf(member)).toBe(1_000n);
      await fund(member, 2n);
      await several.ledger.post(await sendOf(member, await memberOf(to), 1n), sentences);
    }
    await several.expectCleanBooks();
    const account = await several.ledger.walletId(member, 'USD');
    const postings = 'select seq, amount, entry_id from';
    const both = ['books', 'member_books'].map((books) =>
      several.main.pool.query(`${postings} ${books}.postings where account_id = $1 order by seq`, [account]),
    );
    const [all, own] = await Promise.all(both);
    expect(own?.rows.length).toBe(21);
    expect(own?.rows).toEqual(all?.rows);
    expect(await balanceOf(member)).toBe(1_000n);
  });

  test('a node with an outdated map follows a moved member to the new ledger', async () => {
    const [member, other] = [await memberOf(0), await memberOf(2)];
    const node = several.openNode();
    await fund(member, 1_000n, 'USD', node);
    await fund(other, 1_000n, 'USD', node);
    const [out, into] = [await sendOf(member, other, 100n, node), await sendOf(other, member, 50n, node)];
    await move(member, 1);
    await node.post(out, sentences);
    await node.post(into, sentences);
    await expect.poll(() => balanceOf(member, node)).toBe(949n);
    await expect.poll(() => balanceOf(other, node)).toBe(1_049n);
    await transact(several.main.pool, (tx) => node.postWithin(tx, out, sentences)).then(({ outcome }) =>
      expect(outcome).toBe('duplicate'),
    );
  });

  test('a member who moved opens new wallets only in the new ledger', async () => {
    const member = await memberOf(0);
    await fund(member, 10n);
    const node = several.openNode();
    await node.walletId(member, 'USD');
    await move(member, 1);
    const account = await node.walletId(member, 'GBP');
    await expect(several.shards[0]?.walletId(member, 'CHF')).rejects.toMatchObject({ code: 'FL003' });
    expect(account >> 40n).toBe(1n);
  });

  test('new members follow the move of their slot, even on a node with an outdated map', async () => {
    const member = await memberOf(0);
    await fund(member, 10n);
    const node = several.openNode();
    await node.walletId(member, 'USD'); // the node reads the map
    await move(member, 1);
    let newcomer: string;
    do newcomer = randomUUID();
    while (slotOf(newcomer) !== slotOf(member));
    await expect(several.shards[0]?.walletId(newcomer, 'USD')).rejects.toMatchObject({ code: 'FL003' });
    expect((await node.walletId(newcomer, 'USD')) >> 40n).toBe(1n);
  });

  test('a key that was used before a member moved does not post twice', async () => {
    const [member, other] = [await memberOf(0), await memberOf(0)];
    await fund(member, 1_000n);
    const entry = await sendOf(member, other, 100n);
    const first = await several.ledger.post(entry, sentences);
    for (const to of [1, 2]) {
      await move(member, to);
      const again = await several.ledger.post(entry, sentences);
      expect(again).toEqual({ outcome: 'duplicate', entryId: first.entryId });
      await expect(several.ledger.post({ ...entry, requestHash: 2n }, sentences)).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    }
    expect(await balanceOf(member)).toBe(899n);
  });

  test('a move to another ledger waits while money is reserved', async () => {
    const member = await memberOf(0);
    await fund(member, 1_000n);
    const reserve = { account: await several.ledger.walletId(member, 'USD'), units: 400n };
    const hold = await several.ledger.post({ ...fresh(), actor: member, postings: [], reserve }, sentences);
    expect(await move(member, 1)).toBe('waiting');
    expect(await balanceOf(member)).toBe(1_000n);
    await several.ledger.post(await sendOf(member, await memberOf(2), 100n), sentences);
    await several.ledger.post({ ...fresh(), actor: member, postings: [], endsHold: hold.entryId }, sentences);
    const { moveMember } = memberMoves(several.pools, several.shards);
    expect(await moveMember(member)).toBe('moved');
    expect(await balanceOf(member)).toBe(899n);
  });

  test('a member who moved keeps the unused part of the limits', async () => {
    const member = await memberOf(0);
    await fund(member, 1_000n);
    const draw = (units: bigint) => ({ owner: member, kind: 'test-limit', slot: ever, units, limit: 500n });
    const limited = { ...sentences, limit: () => new Refusal('limit_exceeded', 'too much') };
    const spend = async (units: bigint) =>
      several.ledger.post({ ...(await sendOf(member, await memberOf(2), 1n)), draws: [draw(units)] }, limited);
    const used = async () => {
      const usage = (await several.ledger.usageOf([member], 'test-limit')).get(member);
      if (!usage) throw new Error('there is no usage');
      return [usage.drawn, usedIn(usage, usage.day), usedIn(usage, usage.month)];
    };
    await spend(120n);
    for (const to of [1, 2, 0, 1]) {
      const before = await used();
      await move(member, to);
      expect(await used()).toEqual(before);
      await spend(30n);
    }
    expect(await used()).toEqual([240n, 240n, 240n]);
    await expect(spend(261n)).rejects.toMatchObject({ code: 'limit_exceeded' });
  });
});

test.each(['before', 'after'] as const)('a move that dies %s any of its statements is completed', async (when) => {
  for (let at = 1, isDone = false; !isDone; at++) {
    const [member, other] = [await memberOf(0), await memberOf(0)];
    await fund(member, 1_000n);
    await fund(member, 70n, 'EUR');
    const entry = await sendOf(member, other, 100n);
    await several.ledger.post(entry, sentences);
    const mortal = dyingPools(several.pools, at, when);
    const first = memberMoves(mortal.pools, mortal.pools.map(openShard));
    const moving = first.giveSlots([slotOf(member)], 1).then(() => first.moveMember(member));
    expect(await moving.catch((error: unknown) => error)).toSatisfy(movedOrDied);
    isDone = !mortal.died();
    await move(member, 1);
    expect(await homeOf(member)).toBe(1);
    const { rows } = await several.main.pool.query('select from books.homes where owner = $1', [member]);
    expect(rows).toEqual([]);
    expect(await balanceOf(member)).toBe(899n);
    expect((await several.ledger.post(entry, sentences)).outcome).toBe('duplicate');
    await several.ledger.post(await sendOf(member, other, 898n), sentences);
  }
});

const movedOrDied = (result: unknown) =>
  result === 'moved' || (result instanceof Error && 'code' in result && result.code === 'died');

test('members pay each other exactly and immediately while all of them move', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, (_, i) => memberOf(i % 3)));
  const nodes = [several.ledger, several.openNode()];
  for (const node of nodes) await node.houseId('fees', 'USD');
  for (const member of members) await fund(member, 5_000n);
  const before = await totalOf(members);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(Math.random() * items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  let isOver = false;
  const { giveSlots, moveMember } = memberMoves(several.pools, several.shards);
  const moving = (async () => {
    for (let round = 0; round < 4; round++) {
      for (const member of members) {
        await giveSlots([slotOf(member)], Math.floor(Math.random() * 3));
        const results = await Promise.all([moveMember(member), moveMember(member)]);
        expect(results.filter((result) => result === 'waiting')).toEqual([]);
      }
    }
    isOver = true;
  })();
  let posted = 0;
  const sending = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const [from, to] = [one(members), one(members)];
      if (from === to) continue;
      const node = one(nodes);
      const units = BigInt(1 + Math.floor(Math.random() * 3)); // often equal, so that entries of a batch add up to zero
      const entry = await sendOf(from, to, units, node);
      const results = await Promise.allSettled([node.post(entry, sentences), one(nodes).post(entry, sentences)]);
      const standings = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.outcome] : []));
      expect(standings.filter((outcome) => outcome === 'posted').length).toBeLessThanOrEqual(1);
      posted += standings.includes('posted') ? 1 : 0;
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      expect(refusals.filter(({ code }) => code !== 'insufficient_balance')).toEqual([]);
    }
  });
  await Promise.all([moving, ...sending]);
  await several.expectCleanBooks();
  expect(await totalOf(members)).toBe(before - BigInt(posted));
});

async function totalOf(members: readonly string[]) {
  const balances = await Promise.all(members.map((member) => balanceOf(member)));
  return balances.reduce((sum, balance) => sum + balance, 0n);
}
