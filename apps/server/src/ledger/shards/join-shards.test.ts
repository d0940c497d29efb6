import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failing } from '../../../test/failing-pool.ts';
import { losingCommits } from '../../../test/losing-commits.ts';
import { createSeveralLedgers, inTransit, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { takePart, transact } from '../../platform/database/transact.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { JournalEntry, Ledger } from '../index.ts';
import { finishTransits } from './finish-transits.ts';
import { shardOfEntry, slotOf } from './ids.ts';
import { endPrepared } from './prepared.ts';

let several: SeveralLedgers;
beforeAll(async () => {
  several = await createSeveralLedgers(2);
});
afterEach(() => several.expectCleanBooks());
afterAll(() => several.close());

const sentences = { insufficient: () => new Refusal('insufficient_balance', 'too little') };

/** Returns a new member whose money is in the ledger with this number. */
function memberOf(shard: number): string {
  for (;;) {
    const id = randomUUID();
    if (slotOf(id) % several.pools.length === shard) return id;
  }
}

const fresh = () => ({ key: randomUUID(), requestHash: 1n, kind: 'test', metadata: {} });

async function fund(owner: string, units: bigint, through: Ledger = several.ledger) {
  const [cash, wallet] = [await through.houseId('cash', 'USD'), await through.walletId(owner, 'USD')];
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

const balanceOf = async (owner: string) => (await several.ledger.balancesOf(owner))[0]?.posted ?? 0n;

/** Waits until the receiver has the money. */
const expectArrival = (owner: string, units: bigint) => expect.poll(() => balanceOf(owner)).toBe(units);

async function pair(units = 1_000n) {
  const [payer, receiver] = [memberOf(0), memberOf(1)];
  await fund(payer, units);
  return { payer, receiver };
}

test('a node without a newer ledger answers members of that ledger that the database is not available', async () => {
  const member = memberOf(1);
  const place = (shard: number) =>
    several.main.ownerPool.query('select ledger.place_slots($1, $2)', [[slotOf(member)], shard]);
  await place(2);
  const error: unknown = await several
    .openNode()
    .walletId(member, 'USD')
    .catch((thrown: unknown) => thrown);
  await place(1);
  expect(error).toMatchObject({ message: expect.stringContaining('this node does not know ledger 2') });
  expect(isDatabaseUnavailable(error)).toBe(true);
});

describe('a send to a member of another ledger', () => {
  test.each([
    [0, 1],
    [1, 0],
  ])('a send from ledger %i to ledger %i arrives', async (from, to) => {
    const [payer, receiver] = [memberOf(from), memberOf(to)];
    await fund(payer, 1_000n);
    const standing = await several.ledger.post(await sendOf(payer, receiver, 250n), sentences);
    expect(shardOfEntry(standing.entryId)).toBe(from);
    expect(await balanceOf(payer)).toBe(749n);
    await expectArrival(receiver, 250n);
  });

  test('a send to another ledger takes effect once, even when two nodes repeat it at the same moment', async () => {
    const { payer, receiver } = await pair();
    const entry = await sendOf(payer, receiver, 100n);
    const other = several.openNode();
    await sendOf(payer, receiver, 1n, other); // the other node knows the accounts
    const standings = await Promise.all([several.ledger, other, other].map((one) => one.post(entry, sentences)));
    expect(standings.filter(({ outcome }) => outcome === 'posted').length).toBe(1);
    expect((await several.ledger.post(entry, sentences)).outcome).toBe('duplicate');
    await expectArrival(receiver, 100n);
    expect(await balanceOf(payer)).toBe(899n);
  });

  test('a send to another ledger is refused without enough money, and moves nothing', async () => {
    const { payer, receiver } = await pair(100n);
    await expect(several.ledger.post(await sendOf(payer, receiver, 100n), sentences)).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    expect([await balanceOf(payer), await balanceOf(receiver)]).toEqual([100n, 0n]);
  });

  test('a send to another ledger returns with its fee if the receiver has closed the account', async () => {
    const { payer, receiver } = await pair();
    const entry = await sendOf(payer, receiver, 100n);
    await transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, receiver));
    await several.ledger.post(entry, sentences);
    await expectArrival(payer, 1_000n);
    expect(await balanceOf(receiver)).toBe(0n);
  });

  test('a send waits in transit while the ledger of the receiver is down, and arrives afterwards', async () => {
    const { payer, receiver } = await pair();
    const entry = await sendOf(payer, receiver, 100n);
    const [here, there] = several.pools;
    if (!here || !there) throw new Error('there are two ledgers');
    const down = failing(there, { code: '57P01', times: 1_000 });
    const node = several.openNode([here, down.pool]);
    await sendOf(payer, receiver, 1n, node);
    await node.post(entry, sentences);
    await expect.poll(down.failures).toBe(1);
    expect([await balanceOf(payer), await balanceOf(receiver)]).toEqual([899n, 0n]);
    expect(await inTransit(several.pools)).toEqual(['transit:0-1 USD: 100']);
    await Promise.all([1, 2, 3].map(() => finishTransits(several.pools, several.shards)));
    expect(await balanceOf(receiver)).toBe(100n);
  });

  test('a send to a closed account does not stop sends to other members of its ledger', async () => {
    const { payer, receiver } = await pair();
    const gone = memberOf(1);
    const [toGone, toReceiver] = [await sendOf(payer, gone, 10n), await sendOf(payer, receiver, 20n)];
    await transact(several.main.pool, (tx) => several.ledger.closeAccounts(tx, gone));
    await Promise.all([toGone, toReceiver].map((entry) => several.ledger.post(entry, sentences)));
    await expectArrival(receiver, 20n);
    await expectArrival(payer, 979n);
  });
});

describe('an entry within a transaction of the main database', () => {
  const bought = async (owner: string): Promise<JournalEntry> => ({
    ...fresh(),
    actor: owner,
    postings: [
      { account: await several.ledger.walletId(owner, 'USD'), units: -100n },
      { account: await several.ledger.houseId('fees', 'USD'), units: 100n },
    ],
  });

  /** A purchase for 100 by a member of the other ledger, who has 300. */
  async function purchase() {
    const member = memberOf(1);
    await fund(member, 300n);
    return { member, entry: await bought(member) };
  }

  test('an entry within a main transaction is posted in another ledger if the transaction commits', async () => {
    const { member, entry } = await purchase();
    await transact(several.main.pool, (tx) => several.ledger.postWithin(tx, entry, sentences));
    await expectArrival(member, 200n);
    expect(await several.ledger.hasEntry(entry.actor, entry.key)).toBe(true);
  });

  test('an entry within a main transaction is not posted if the transaction fails afterwards', async () => {
    const { member, entry } = await purchase();
    const failed = transact(several.main.pool, async (tx) => {
      await several.ledger.postWithin(tx, entry, sentences);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await balanceOf(member)).toBe(300n);
  });

  test('an entry within a main transaction pays a member of another ledger after the commit', async () => {
    const { payer, receiver } = await pair();
    const entry = await sendOf(payer, receiver, 100n);
    await transact(several.main.pool, (tx) => several.ledger.postWithin(tx, entry, sentences));
    await expectArrival(receiver, 100n);
    const back = await sendOf(receiver, payer, 50n);
    await transact(several.main.pool, (tx) => several.ledger.postWithin(tx, back, sentences));
    await expectArrival(payer, 949n);
  });

  test('an entry within a main transaction is committed even if another participant fails afterwards', async () => {
    const { member, entry } = await purchase();
    const done = { prepare: async () => undefined, rollback: async () => expect.unreachable(), leave: () => undefined };
    await transact(several.main.pool, async (tx) => {
      takePart(tx, { ...done, commit: () => Promise.reject(new Error('too late to fail')) });
      await several.ledger.postWithin(tx, entry, sentences);
    });
    await expectArrival(member, 200n);
  });

  test('an entry within a main transaction is committed even if the answer to the main commit is lost', async () => {
    const { member, entry } = await purchase();
    const [main, other] = several.pools;
    if (!main || !other) throw new Error('there are two ledgers');
    const lost = transact(losingCommits(main), (tx) => several.ledger.postWithin(tx, entry, sentences));
    await expect(lost).rejects.toThrow('the connection is lost');
    expect(await endPrepared(main, other, { afterSeconds: 0 })).toBe(1);
    await expectArrival(member, 200n);
    expect(other.totalCount, 'no connection is left in use').toBe(other.idleCount);
  });

  test('a contested key stays with the ledger that claimed it, even before the ledger shows its entry', async () => {
    const [member, other] = [memberOf(1), memberOf(0)];
    await Promise.all([fund(member, 300n), fund(other, 300n)]);
    const contested = { key: randomUUID(), isContested: true };
    await transact(several.main.pool, (tx) => tx.query('select ledger.claim_key($1, 1)', [contested.key]));
    const late = several.ledger.post({ ...(await bought(other)), ...contested }, sentences);
    await expect(late).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await several.ledger.post({ ...(await bought(member)), ...contested }, sentences);
    expect([await balanceOf(member), await balanceOf(other)]).toEqual([200n, 300n]);
  });

  test.each([
    ['commits', 200n],
    ['never commits', 300n],
  ])('an entry in another ledger ends like the main transaction of its dead node, which %s', async (how, expected) => {
    const { member, entry } = await purchase();
    const id = randomUUID();
    // The node made these steps before it died.
    await transact(several.main.pool, async (tx) => {
      await tx.query('select ledger.decide($1)', [id]);
      const client = await several.pools[1]?.connect();
      await client?.query('begin');
      await several.shards[1]?.postWithin(client ?? tx, await houseHere(entry), sentences);
      await client?.query(`prepare transaction 'florin:${id}'`);
      client?.release();
      if (how === 'never commits') throw new Error('the node died');
    }).catch(() => undefined);
    const [main, other] = several.pools;
    if (!main || !other) throw new Error('there are two ledgers');
    const ended = await Promise.all([1, 2].map(() => endPrepared(main, other, { afterSeconds: 0 })));
    expect(Math.max(...ended)).toBe(1);
    expect(await balanceOf(member)).toBe(expected);
    const { rows } = await several.main.ownerPool.query('select from ledger.decisions');
    expect(rows).toEqual([]);
  });

  async function houseHere(entry: JournalEntry): Promise<JournalEntry> {
    const account = (await several.shards[1]?.houseId('fees', 'USD')) ?? 0n;
    return { ...entry, postings: entry.postings.map((one) => (one.account < 0n ? { ...one, account } : one)) };
  }
});

test('a storm of sends between all members of three ledgers over two nodes neither loses nor doubles money', async () => {
  const three = await createSeveralLedgers(3);
  try {
    const members = Array.from({ length: 30 }, () => randomUUID());
    const nodes = [three.ledger, three.openNode()];
    for (const member of members) await fund(member, 5_000n, three.ledger);
    const one = <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(Math.random() * items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    };
    const send = async () => {
      const [from, to] = [one(members), one(members)];
      if (from === to) return;
      const node = one(nodes);
      const entry = await sendOf(from, to, BigInt(1 + Math.floor(Math.random() * 900)), node);
      const times = Math.random() < 0.3 ? 2 : 1;
      await Promise.allSettled(Array.from({ length: times }, () => node.post(entry, sentences)));
    };
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 40; i++) await send();
      }),
    );
    await three.expectCleanBooks();
    const sums = await Promise.all(
      three.pools.map((pool) =>
        pool.query<{ sum: bigint }>(
          `select sum(posted) as sum from own_books.accounts where asset = 'USD' and kind in ('wallet', 'fees')`,
        ),
      ),
    );
    expect(sums.reduce((total, { rows }) => total + (rows[0]?.sum ?? 0n), 0n)).toBe(150_000n);
  } finally {
    await three.close();
  }
});
