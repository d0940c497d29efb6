import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSeveralLedgers, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import type { JournalEntry } from '../index.ts';
import type { Shard } from '../open-shard.ts';
import { returnKey, secondHalf, withOnward, type FirstHalf } from './halves.ts';
import { slotOf } from './ids.ts';
import { closeOnFindings } from './keep-shards.ts';
import { sweepTransits } from './sweep-transits.ts';

let several: SeveralLedgers;
beforeEach(async () => {
  several = await createSeveralLedgers(2);
});
afterEach(() => several.close());

const arrivesOnce = 'each payment to another ledger arrives once, or goes back once';
const wasSent = 'what arrives from another ledger, or goes back, was sent with the same amount';

function memberOf(shard: number): string {
  for (;;) {
    const id = randomUUID();
    if (slotOf(id) % 2 === shard) return id;
  }
}

type Faulty = {
  readonly here: Shard;
  readonly there: Shard;
  readonly first: FirstHalf & Pick<JournalEntry, 'postings' | 'requestHash'>;
  /** The second half as it should be. */
  readonly second: JournalEntry;
};

/** Posts the first half of a send of 100 without the second one. */
async function halfASend(): Promise<Faulty> {
  const [here, there] = several.shards;
  if (!here || !there) throw new Error('there are two ledgers');
  const [payer, receiver] = [memberOf(0), memberOf(1)];
  const [cash, wallet] = [await here.houseId('cash', 'USD'), await here.walletId(payer, 'USD')];
  const common = { requestHash: 1n, actor: payer, kind: 'send' };
  const funding = [
    { account: cash, units: -500n },
    { account: wallet, units: 500n },
  ];
  await here.post({ ...common, key: randomUUID(), metadata: {}, postings: funding }, {});
  const paid = { account: await there.walletId(receiver, 'USD'), units: 100n };
  const transit = await here.houseId('transit:0-1', 'USD');
  const entry = {
    ...common,
    key: randomUUID(),
    metadata: withOnward({}, { ...paid, to: 1 }),
    postings: [
      { account: wallet, units: -100n },
      { account: transit, units: 100n },
    ],
  };
  const { entryId: id } = await here.post(entry, {});
  const first = { ...entry, id };
  return { here, there, first, second: secondHalf(first, await there.houseId('transit:0-1', 'USD')) };
}

const invariants = async () => (await sweepTransits(several.pools)).map(({ invariant }) => invariant);

/** Makes all entries of a ledger older. */
const age = (shard: number, seconds: number) =>
  several.databases[shard]?.ownerPool.query(
    'update ledger.journal_entries set recorded_at = recorded_at - make_interval(secs => $1)',
    [seconds],
  );

test('finds nothing while money is on its way, and none that arrived', async () => {
  const { there, second } = await halfASend();
  expect(await invariants()).toEqual([]);
  await there.post(second, {});
  await age(0, 3_600);
  expect(await invariants()).toEqual([]);
});

test('finds a payment that did not arrive within a minute', async () => {
  await halfASend();
  await age(0, 61);
  expect(await invariants()).toEqual([arrivesOnce]);
});

test('a finding closes all ledgers', async () => {
  const { here, there, second } = await halfASend();
  await there.post({ ...second, key: randomUUID() }, {});
  const fatal = vi.fn();
  await closeOnFindings(several.pools, { ...pino({ level: 'silent' }), fatal });
  expect(fatal).toHaveBeenCalledOnce();
  for (const shard of [here, there])
    await expect(shard.post({ ...second, key: randomUUID() }, {})).rejects.toMatchObject({ code: 'ledger_read_only' });
});

test('finds a payment that arrived twice', async () => {
  const { there, second } = await halfASend();
  await there.post(second, {});
  await there.post({ ...second, key: randomUUID() }, {});
  expect(await invariants()).toEqual([wasSent]);
});

test('finds a payment that arrived with another amount', async () => {
  const { there, second } = await halfASend();
  await there.post({ ...second, postings: second.postings.map((one) => ({ ...one, units: one.units * 2n })) }, {});
  expect(await invariants()).toEqual([wasSent]);
});

test('finds money that arrived and was never sent', async () => {
  const { here, there, first, second } = await halfASend();
  await there.post(second, {});
  const cash = await here.houseId('cash', 'USD');
  const [payer] = first.postings;
  const { entryId } = await here.post(
    {
      ...first,
      key: randomUUID(),
      postings: [
        { account: payer?.account ?? 0n, units: -100n },
        { account: cash, units: 100n },
      ],
    },
    {},
  );
  const transit = await there.houseId('transit:0-1', 'USD');
  await there.post(secondHalf({ ...first, id: entryId }, transit), {});
  expect(await invariants()).toEqual([wasSent]);
});

test('finds a payment that arrived and went back as well', async () => {
  const { here, there, first, second } = await halfASend();
  await there.post(second, {});
  const postings = first.postings.map(({ account, units }) => ({ account, units: -units }));
  const back = { ...first, key: returnKey(first.id), postings };
  await here.post({ ...back, metadata: { first_half: String(first.id) } }, {});
  expect(await invariants()).toEqual([arrivesOnce]);
});
