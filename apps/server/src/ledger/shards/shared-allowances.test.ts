import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dyingPools } from '../../../test/dying-pools.ts';
import { memberOf } from '../../../test/half-a-send.ts';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { houseOwner, type Draw, type JournalEntry, type Ledger } from '../index.ts';
import { finishTransits } from './finish-transits.ts';
import { sweepTransits } from './sweep-transits.ts';

let several: SeveralLedgers;
beforeEach(async () => {
  several = await createSeveralLedgers(3);
});
afterEach(async () => {
  await several.expectCleanBooks();
  await several.close();
});

const stock = 100n;

/** Positive units are sold to the member; negative units come back. */
async function saleTo(owner: string, units: bigint, ledger: Ledger = several.ledger): Promise<JournalEntry> {
  const draw: Draw = { owner: houseOwner, kind: 'coins-out', asset: 'coin-limit', slot: 'BTC', units, limit: stock };
  const postings = [
    { account: await ledger.walletId(owner, 'USD'), units: 1n },
    { account: await ledger.houseId('cash', 'USD'), units: -1n },
  ];
  return { key: randomUUID(), requestHash: 1n, kind: 'test', metadata: {}, actor: owner, postings, draws: [draw] };
}

const sentences = {
  limit: ({ left }: { left: bigint }) => new Refusal('not_in_stock', `${left} left`),
};

const sell = async (owner: string, units: bigint, ledger: Ledger = several.ledger) =>
  ledger.post(await saleTo(owner, units, ledger), sentences);

/** The units with members, as all ledgers count them. */
async function sold(): Promise<bigint> {
  const posted = await Promise.all(several.pools.map((_, shard) => postedIn(shard, '%')));
  return posted.reduce((sum, units) => sum - units, 0n);
}

/** Returns the balance of a ledger's allowances, by default only of the allowance for sales. */
async function postedIn(shard: number, kinds = 'coins-out'): Promise<bigint> {
  const rows = await several.pools[shard]?.query<{ units: bigint }>(
    `select coalesce(sum(posted), 0) as units from own_books.accounts
     where owner = $1 and kind like $2 and asset = 'coin-limit' and slot = 'BTC'`,
    [houseOwner, kinds],
  );
  return rows?.rows[0]?.units ?? 0n;
}

test.each([0, 1, 2])('a member of ledger %i can buy the whole stock, but not one unit more', async (shard) => {
  await sell(memberOf(several, shard), stock);
  await expect(sell(memberOf(several, shard), 1n)).rejects.toThrow('0 left');
  expect(await sold()).toBe(stock);
});

test('a sale that is posted with another entry gets its coins from other ledgers', async () => {
  const member = memberOf(several, 1);
  const together = async (units: bigint) => {
    const { draws: _, ...other } = await saleTo(member, 0n);
    const entries = [other, await saleTo(member, units)];
    return several.ledger.postTogether(entries.map((entry) => ({ entry, sentences })));
  };
  await together(40n);
  await expect(together(61n)).rejects.toThrow('60 left');
  expect(await sold()).toBe(40n);
});

test('the error of a purchase that is too large states the remaining stock of all ledgers', async () => {
  await sell(memberOf(several, 0), 10n);
  await sell(memberOf(several, 1), 20n);
  for (const shard of [0, 1, 2]) await expect(sell(memberOf(several, shard), 71n)).rejects.toThrow('70 left');
  expect(await sold()).toBe(30n);
});

test('a reader of one ledger sees the remaining stock of all ledgers', async () => {
  await sell(memberOf(several, 0), 10n);
  await sell(memberOf(several, 1), 20n);
  for (const shard of [0, 1, 2]) {
    const member = memberOf(several, shard);
    const { draws = [] } = await saleTo(member, 1n);
    const [draw] = await several.ledger.drawsReadBy(member, draws);
    expect((draw?.limit ?? 0n) + (await postedIn(shard))).toBe(70n);
  }
});

test('coins that are sold back in one ledger can be bought in another ledger', async () => {
  const [first, second] = [memberOf(several, 1), memberOf(several, 2)];
  await sell(first, stock);
  await sell(first, -60n);
  await sell(second, 60n);
  await expect(sell(memberOf(several, 0), 1n)).rejects.toThrow('0 left');
  await sell(second, -1n);
  await sell(memberOf(several, 0), 1n);
  expect(await sold()).toBe(stock);
});

test('members of all ledgers who buy at the same moment on two nodes get exactly the stock', async () => {
  const nodes = [several.ledger, several.openNode()];
  const buy = async (i: number): Promise<string> => {
    const node = nodes[i % 2] ?? several.ledger;
    const entry = await saleTo(memberOf(several, i % 3), 1n, node);
    for (;;) {
      const outcome = await node.post(entry, sentences).then(
        () => 'bought',
        (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
      );
      if (outcome !== 'busy') return outcome;
    }
  };
  const outcomes = await Promise.all(Array.from({ length: 150 }, (_, i) => buy(i)));
  const times = Map.groupBy(outcomes, (outcome) => outcome);
  expect([...times.keys()].toSorted()).toEqual(['bought', 'not_in_stock']);
  expect(times.get('bought')?.length).toBe(100);
  expect(await sold()).toBe(stock);
});

test('a transaction runs again after its ledger fetched the missing stock for the sale', async () => {
  const buyer = memberOf(several, 2);
  const entry = await saleTo(buyer, 40n);
  let runs = 0;
  await transact(several.main.pool, async (tx) => {
    runs += 1;
    return several.ledger.postWithin(tx, entry, sentences);
  });
  expect(runs).toBe(2);
  const large = await saleTo(buyer, 61n);
  await expect(transact(several.main.pool, (tx) => several.ledger.postWithin(tx, large, sentences))).rejects.toThrow(
    '60 left',
  );
  expect(await sold()).toBe(40n);
});

test('a larger stock can be sold immediately in every ledger', async () => {
  await sell(memberOf(several, 1), stock);
  const entry = await saleTo(memberOf(several, 2), 50n);
  const draws = entry.draws?.map((draw) => ({ ...draw, limit: 150n }));
  await several.ledger.post({ ...entry, ...(draws && { draws }) }, sentences);
  expect(await sold()).toBe(150n);
});

test.each(['before', 'after'] as const)(
  'when a node dies %s any of its statements, nothing of the stock is lost or sold twice',
  async (when) => {
    const buyer = memberOf(several, 1);
    for (let step = 1, isOver = false; !isOver; step++) {
      const { pools, died } = dyingPools(several.pools, step, when);
      await sell(buyer, 1n, several.openNode(pools)).catch(() => undefined);
      isOver = !died();
    }
    expect(await finishTransits(several.pools, several.shards)).toEqual([]);
    const left = stock - (await sold());
    await sell(memberOf(several, 2), left);
    await expect(sell(buyer, 1n)).rejects.toThrow('0 left');
    expect(await sold()).toBe(stock);
  },
);

test('a part of the stock that leaves a ledger and never arrives is a finding', async () => {
  const { pools, first } = await halfAMove();
  await several.databases[0]?.ownerPool.query(
    `update ledger.journal_entries set recorded_at = recorded_at - interval '1 hour'`,
  );
  expect((await sweepTransits(pools)).map(({ entryId }) => entryId)).toEqual([first]);
});

test('a part of the stock that arrives for another coin is a finding', async () => {
  const { pools, first } = await halfAMove();
  await finishTransits(pools, several.shards);
  const name = (onward: string) =>
    several.databases[0]?.ownerPool.query(
      `update ledger.journal_entries set metadata = metadata || jsonb_build_object('onward', $2::text) where id = $1`,
      [String(first), onward],
    );
  await name('coins-out/ETH:25:1');
  expect((await sweepTransits(pools)).map(({ found }) => found)).toEqual(['coins-out/BTC:25 and not coins-out/ETH:25']);
  await name('coins-out/BTC:25:1');
});

/** Takes 25 units out of the main ledger for ledger 1, where they do not arrive. */
async function halfAMove() {
  const { pools } = several;
  const [here] = several.shards;
  if (!here) throw new Error('there is a main ledger');
  const of = { owner: houseOwner, asset: 'coin-limit', slot: 'BTC' } as const;
  const { entryId } = await here.post(
    {
      key: randomUUID(),
      requestHash: 0n,
      actor: houseOwner,
      kind: 'allowance-fetched',
      metadata: { onward: 'coins-out/BTC:25:1', asset: 'coin-limit', limit: '0' },
      postings: [],
      draws: [
        { ...of, kind: 'coins-out', units: 25n, limit: stock },
        { ...of, kind: 'transit:0-1', units: -25n, limit: 0n },
      ],
    },
    {},
  );
  return { pools, first: entryId };
}
