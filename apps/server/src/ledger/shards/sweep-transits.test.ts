import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectCleanSweep } from '../../../test/ledger-model/compare.ts';
import { halfASendIn, memberOf } from '../../../test/half-a-send.ts';
import { createSeveralLedgers, inTransit, type SeveralLedgers } from '../../../test/several-ledgers.ts';
import { openPool } from '../../platform/database/pool.ts';
import { returnKey, secondHalf, secondKey, withOnward } from './halves.ts';
import { closeOnFindings } from './keep-shards.ts';
import { sweepTransits, type Swept } from './sweep-transits.ts';

let several: SeveralLedgers;
beforeEach(async () => {
  several = await createSeveralLedgers(2);
});
afterEach(() => several.close());

const arrivesOnce = 'each payment to another ledger arrives once, or goes back once';
const wasSent = 'what arrives from another ledger, or goes back, was sent with the same amount';
const isAddressed = 'what arrives from another ledger is paid to the account that was to get it';
const isBetween = 'each transit account is in the two ledgers that it connects';

const halfASend = () => halfASendIn(several);

const invariants = async (swept?: Swept) =>
  (await sweepTransits(several.pools, swept && { swept })).map(({ invariant }) => invariant);

/** Makes all entries of a ledger older. */
const age = (shard: number, seconds: number) =>
  several.databases[shard]?.ownerPool.query(
    'update ledger.journal_entries set recorded_at = recorded_at - make_interval(secs => $1)',
    [seconds],
  );

/** Faults that a user with all rights can cause in a ledger. The entry's accounts have no other postings. */
const tampering = {
  delete_half: `
    with entry as (delete from ledger.journal_entries where key = $1 returning id),
    gone as (delete from ledger.postings p using entry e where p.entry_id = e.id returning p.account_id, p.amount)
    update ledger.accounts a set posted = a.posted - g.amount, seq = a.seq - 1 from gone g where a.id = g.account_id`,
  double_half: `
    with grown as (
      update ledger.postings p set amount = p.amount * 2, balance_after = p.balance_after * 2
      from ledger.journal_entries e where e.key = $1 and p.entry_id = e.id returning p.account_id
    )
    update ledger.accounts a set posted = a.posted * 2 from grown g where a.id = g.account_id`,
} as const;

const asOwner = (shard: number, how: keyof typeof tampering, values: readonly string[]) =>
  several.databases[shard]?.ownerPool.query(tampering[how], [...values]);

async function expectEachLedgerClean() {
  for (const { ownerPool } of several.databases) await expectCleanSweep(ownerPool);
}

test('finds nothing while money is in transit, and nothing after the money arrives', async () => {
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

test('finds a payment with a deleted arrival that no ledger detects alone', async () => {
  const { there, second } = await halfASend();
  await there.post(second, {});
  await asOwner(1, 'delete_half', [second.key]);
  await expectEachLedgerClean();
  await age(0, 61);
  expect(await invariants()).toEqual([arrivesOnce]);
});

test('finds a payment with an altered arrival that no ledger detects alone', async () => {
  const { there, second } = await halfASend();
  await there.post(second, {});
  await asOwner(1, 'double_half', [second.key]);
  await expectEachLedgerClean();
  expect(await invariants()).toEqual([wasSent, isAddressed]);
});

test('finds faults between other ledgers while a ledger is down, and closes the ledgers with faults', async () => {
  await several.close();
  several = await createSeveralLedgers(3);
  const { here, there, second } = await halfASend();
  const down = openPool(several.databases[2]?.address ?? {});
  await down.end();
  const pools = [...several.pools.slice(0, 2), down];
  await expect(sweepTransits(pools)).rejects.toThrow('failed');
  await there.post({ ...second, key: randomUUID() }, {});
  expect((await sweepTransits(pools)).map(({ invariant }) => invariant)).toEqual([wasSent]);
  await expect(closeOnFindings(pools, pino({ level: 'silent' }))).rejects.toThrow('Cannot use a pool');
  for (const shard of [here, there])
    await expect(shard.post({ ...second, key: randomUUID() }, {})).rejects.toMatchObject({ code: 'ledger_read_only' });
});

test('a finding of the sweep closes all ledgers', async () => {
  const { here, there, second } = await halfASend();
  await there.post({ ...second, key: randomUUID() }, {});
  const fatal = vi.fn();
  await closeOnFindings(several.pools, { ...pino({ level: 'silent' }), fatal });
  expect(fatal).toHaveBeenCalledOnce();
  for (const shard of [here, there])
    await expect(shard.post({ ...second, key: randomUUID() }, {})).rejects.toMatchObject({ code: 'ledger_read_only' });
});

test('a node without a newer ledger does not close ledgers, although payments to the newer ledger look lost', async () => {
  const { there, second } = await halfASend();
  for (const shard of [1, 2])
    await several.main.ownerPool.query('select ledger.register_shard($1, $2)', [shard, randomUUID()]);
  await there.post({ ...second, key: randomUUID() }, {});
  const closing = closeOnFindings(several.pools, pino({ level: 'silent' }));
  await expect(closing).rejects.toThrow('the main database has 2 further ledgers, and this node knows 1');
  expect((await there.post({ ...second, key: randomUUID() }, {})).outcome).toBe('posted');
});

test('a payment cannot arrive twice with the same key', async () => {
  const { there, second } = await halfASend();
  expect((await there.post(second, {})).outcome).toBe('posted');
  expect((await there.post(second, {})).outcome).toBe('duplicate');
  expect(await inTransit(several.pools)).toEqual([]);
  await age(0, 61);
  expect(await invariants()).toEqual([]);
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
  expect(await invariants()).toEqual([wasSent, isAddressed]);
});

test('finds a payment that arrived at another account', async () => {
  const { there, second } = await halfASend();
  const account = await there.walletId(memberOf(several, 1), 'USD');
  const postings = second.postings.map(({ units, ...one }) => ({ ...one, ...(units > 0n && { account }), units }));
  await there.post({ ...second, postings }, {});
  expect(await invariants()).toEqual([isAddressed]);
});

test('finds a payment that did not arrive from the transit account', async () => {
  const { there, second } = await halfASend();
  const account = await there.houseId('cash', 'USD');
  const postings = second.postings.map(({ units, ...one }) => ({ ...one, ...(units < 0n && { account }), units }));
  await there.post({ ...second, postings }, {});
  await age(0, 61);
  expect(await invariants()).toEqual([arrivesOnce]);
});

test('finds money that arrived without any payment', async () => {
  const { there, first, second } = await halfASend();
  await there.post(second, {});
  const never = first.id + 1n;
  await there.post({ ...second, key: secondKey(never), metadata: { first_half: String(never) } }, {});
  await there.post({ ...second, key: randomUUID(), metadata: {} }, {});
  expect(await invariants()).toEqual([wasSent, wasSent]);
});

test('a ledger refuses a payment to another ledger without a transit account', async () => {
  const { here, there, first, second } = await halfASend();
  const without = first.postings.filter(({ units }) => units < 0n);
  await expect(here.post({ ...first, key: randomUUID(), postings: without }, {})).rejects.toThrow('unbalanced');
  const given = second.postings.filter(({ units }) => units > 0n);
  await expect(there.post({ ...second, postings: given }, {})).rejects.toThrow('unbalanced');
});

test('a ledger refuses the half of a payment that belongs to another ledger', async () => {
  const { here, there, first, second } = await halfASend();
  await expect(there.post({ ...first, key: randomUUID() }, {})).rejects.toThrow('unknown_account');
  await expect(here.post(second, {})).rejects.toThrow('unknown_account');
});

test('finds a second half of a payment in the ledger that sent the first half', async () => {
  const { here, first } = await halfASend();
  const [{ account } = { account: 0n }] = first.postings;
  const astray = { ...first, metadata: withOnward({}, { account, units: 100n, to: 1 }) };
  await here.post(secondHalf(astray, await here.houseId('transit:0-1', 'USD')), {});
  expect(await invariants()).toEqual([wasSent]);
});

test('finds both halves of a payment in an unrelated ledger', async () => {
  await several.close();
  several = await createSeveralLedgers(3);
  const { there, second } = await halfASend();
  await there.post(second, {});
  const [, , third] = several.shards;
  if (!third) throw new Error('there are three ledgers');
  const transit = await third.houseId('transit:0-1', 'USD');
  const paid = { account: await third.walletId(memberOf(several, 2), 'USD'), units: 100n };
  await third.post({ ...second, postings: [{ account: transit, units: -100n }, paid] }, {});
  expect(await invariants()).toEqual([isBetween]);
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

test('finds a payment that both arrived and returned', async () => {
  const { here, there, first, second } = await halfASend();
  await there.post(second, {});
  const postings = first.postings.map(({ account, units }) => ({ account, units: -units }));
  const back = { ...first, key: returnKey(first.id), postings };
  await here.post({ ...back, metadata: { first_half: String(first.id) } }, {});
  expect(await invariants()).toEqual([arrivesOnce]);
});

describe('a sweep of what is new', () => {
  test('finds a payment that was in transit at the previous sweep, among payments that arrived', async () => {
    const swept: Swept = new Map();
    const [, next] = [await halfASend(), await halfASend()];
    await next.there.post(next.second, {});
    expect(await invariants(swept)).toEqual([]);
    await age(0, 61);
    expect(await invariants(swept)).toEqual([arrivesOnce]);
    expect(await invariants(swept), 'also the next time').toEqual([arrivesOnce]);
  });

  test('finds a second arrival or a return of a payment that had arrived at the previous sweep', async () => {
    const swept: Swept = new Map();
    const { here, there, first, second } = await halfASend();
    await there.post(second, {});
    expect(await invariants(swept)).toEqual([]);
    await there.post({ ...second, key: randomUUID() }, {});
    expect(await invariants(swept)).toEqual([wasSent]);
    const postings = first.postings.map(({ account, units }) => ({ account, units: -units }));
    await here.post({ ...first, key: returnKey(first.id), metadata: { first_half: String(first.id) }, postings }, {});
    expect(await invariants(swept)).toEqual([wasSent, arrivesOnce]);
  });

  test('the sweep of new entries leaves swept entries to the whole sweep', async () => {
    const swept: Swept = new Map();
    const { there, second } = await halfASend();
    await there.post(second, {});
    expect(await invariants(swept)).toEqual([]);
    await asOwner(1, 'double_half', [second.key]);
    expect(await invariants(swept)).toEqual([]);
    expect(await invariants()).toEqual([wasSent, isAddressed]);
  });
});
