import { balanceRanges, endpoints, type BalanceRange } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inAllLedgers } from '../../../test/all-ledgers.ts';
import { liveALittle } from '../../../test/live-a-little.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { movingFeed } from '../../../test/moving-feed.ts';
import { rowsRead, withoutAutovacuum } from '../../../test/rows-read.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { balanceSteps, heldSteps, type BalanceStep } from './balance-history-store.ts';

const market = movingFeed({ BTC: '50000.00', ETH: '2000.00' });
let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
  await withoutAutovacuum(florin.database.ownerPool, 'ledger.holds');
});
beforeEach(() => void florin.database.ownerPool.query('delete from candles'));
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const day = 86_400;
const now = () => Math.floor(Date.now() / 1000);
const history = ({ client }: TestMember, range?: BalanceRange) =>
  client.call(endpoints.getBalanceHistory, { query: range ? { range } : {} });

/** Makes a member's entries older by this many days. */
const age = ({ user }: TestMember, days: number) =>
  inAllLedgers(
    florin,
    `update ledger.journal_entries set recorded_at = recorded_at - $2 * interval '1 day' where actor = $1`,
    [user.id, days],
  );

/** Stores an hourly candle that is valid until the next one. */
const storePrice = (symbol: string, daysAgo: number, usd: number) =>
  florin.database.ownerPool.query(
    `insert into candles (every, simulated, symbol, start, open, high, low, close)
     values (60, true, $1, date_trunc('hour', now() - $2 * interval '1 day'), $3, $3, $3, $3)`,
    [symbol, daysAgo, usd],
  );

const trade = {
  buy: ({ client }: TestMember, crypto_symbol: string, amount_usd: string) =>
    client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } }),
  sell: ({ client }: TestMember, crypto_symbol: string, amount_crypto: string) =>
    client.call(endpoints.sellCoins, { body: { crypto_symbol, amount_crypto } }),
};

async function expectLastPointIsNow(member: TestMember, range?: BalanceRange) {
  const { points } = await history(member, range);
  const [at, usd, worth] = points.at(-1) ?? [];
  const holdings = await member.client.call(endpoints.getPortfolio);
  const total = holdings.reduce((sum, { value_exact }) => sum + BigInt(value_exact.replace('.', '')), 0n);
  expect(Math.abs((at ?? 0) - now())).toBeLessThan(5);
  expect(usd?.toFixed(2)).toBe((await member.client.call(endpoints.me)).balances.usd_exact);
  expect(worth).toBe(Number(total) / 100);
  expect((await member.client.call(endpoints.getGains)).value).toBe(worth);
}

describe('the balance history', () => {
  test('shows a single zero point for a new member', async () => {
    const { range, points } = await history(await florin.signUp());
    expect(range).toBe('1m');
    expect(points).toEqual([[expect.any(Number), 0, 0]]);
  });

  test('starts the balance history at the first posting and values coins at stored prices', async () => {
    const ines = await florin.signUpWith('1000.00');
    await age(ines, 8);
    await trade.buy(ines, 'BTC', '500.00'); // 0.01 BTC for 507.50
    await age(ines, 6);
    await trade.sell(ines, 'BTC', '0.004'); // 200.00 less 2.00
    await age(ines, 6);
    await Promise.all([storePrice('BTC', 9, 40_000), storePrice('BTC', 3, 45_000)]);
    const { points, every_seconds } = await history(ines, '1m');
    expect(every_seconds).toBe(4 * 3_600);
    expect(now() - (points[0]?.[0] ?? 0)).toBeGreaterThanOrEqual(20 * day);
    expect(now() - (points[0]?.[0] ?? 0)).toBeLessThan(20 * day + 60);
    const daysAgo = (days: number) => points.findLast(([at]) => at <= now() - days * day)?.slice(1);
    expect(daysAgo(13)).toEqual([1000, 0]);
    expect(daysAgo(11.5)).toEqual([492.5, 400]); // at the earliest known price
    expect(daysAgo(7)).toEqual([492.5, 400]);
    expect(daysAgo(5)).toEqual([690.5, 240]);
    expect(daysAgo(1)).toEqual([690.5, 270]);
    expect(points.at(-1)?.slice(1)).toEqual([690.5, 300]);
    await expectLastPointIsNow(ines, '1m');
  });

  test('subtracts reserved money from the balance history until the money is released', async () => {
    const ines = await florin.signUpWith('100.00');
    await age(ines, 3);
    const body = { recipient_email: 'nobody@florin.example', amount: '50.00' };
    const { id } = await ines.client.call(endpoints.sendMoney, { body });
    await age(ines, 2);
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await age(ines, 1);
    const { points } = await history(ines, '1w');
    const daysAgo = (days: number) => points.findLast(([at]) => at <= now() - days * day)?.[1];
    expect([5, 2, 0.5].map(daysAgo)).toEqual([100, 49, 100]);
    await expectLastPointIsNow(ines, '1w');
  });

  test('shows one point per minute for an account that is minutes old', async () => {
    const ines = await florin.signUpWith('100.00');
    await age(ines, 10 / 1440);
    const { points, every_seconds } = await history(ines, '1y');
    expect(every_seconds).toBe(60);
    expect([11, 12]).toContain(points.length); // one more if a minute ends during the test
  });

  test('shows a sold coin at its last price if no price is stored', async () => {
    const ines = await florin.signUpWith('1000.00');
    await trade.buy(ines, 'ETH', '200.00');
    await age(ines, 4.02); // with whole hours the last point would fall on the second of the sale
    await trade.sell(ines, 'ETH', '0.1');
    const { points } = await history(ines, '1w');
    expect(points.at(-2)?.slice(1)).toEqual([797, 200]);
    expect(points.at(-1)?.slice(1)).toEqual([995, 0]);
  });
});

describe.each(balanceRanges)('the balance history over %s', (range) => {
  test('the balance history matches the ledger in at most 200 points and ends with the current balance', async () => {
    const [ines] = await liveALittle(florin);
    await spread(ines);
    const { points } = await history(ines, range);
    expect(points.length).toBeGreaterThan(80);
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.map(([at]) => at)).toEqual(points.map(([at]) => at).toSorted((a, b) => a - b));
    const expected = await addedUp(
      ines,
      points.slice(0, -1).map(([at]) => at),
    );
    expect(points.slice(0, -1).map(([at, usd, worth]) => [at, usd.toFixed(2), worth.toFixed(2)])).toEqual(expected);
    await expectLastPointIsNow(ines, range);
  });
});

test('returns the same balance history when a wallet with many postings is searched', async () => {
  const [ines] = await liveALittle(florin);
  await spread(ines);
  for (const days of [7, 30, 365]) {
    const steps = { from: now() - days * day, everySeconds: (days * day) / 180, count: 180 };
    const balances = async (readThrough?: number) =>
      filled(await balanceSteps(databaseOf(florin, ines).pool, ines.user.id, steps, readThrough), steps.count);
    expect(await balances(0)).toEqual(await balances());
  }
});

test('the balance history does not read holds that ended before its start', async () => {
  const ines = await florin.signUpWith('100.00');
  const send = () =>
    ines.client.call(endpoints.sendMoney, { body: { recipient_email: 'nobody@florin.example', amount: '1.00' } });
  const cancel = ({ id }: { id: string }) => ines.client.call(endpoints.cancelTransaction, { params: { id } });
  for (let i = 0; i < 50; i++) await cancel(await send());
  await age(ines, 30);
  const [early] = [await send(), await age(ines, 20)];
  await cancel(early);
  await age(ines, 3);
  await send();
  const steps = { from: now() - 7 * day, everySeconds: day, count: 7 };
  const read = await rowsRead(databaseOf(florin, ines).ownerPool, 'ledger.holds', async (tx) => {
    const held = await heldSteps(tx, ines.user.id, steps);
    expect(held.toSorted((a, b) => a.step - b.step)).toEqual([
      { step: 0, change: 102n },
      { step: 4, change: -102n },
      { step: 7, change: 102n },
    ]);
  });
  expect(read).toBeLessThan(30); // two holds and one read per search step
});

/** Returns each wallet's balance at each step. */
const filled = (changes: readonly BalanceStep[], count: number) =>
  ['USD', 'BTC'].map((wallet) => {
    const own = changes.filter(({ asset }) => asset === wallet);
    return Array.from({ length: count }, (_, at) => own.findLast(({ step }) => step <= at)?.balance);
  });

/** Spreads a member's entries evenly over 400 days, in their order. */
const spread = (member: TestMember) =>
  databaseOf(florin, member).ownerPool.query(
    `update ledger.journal_entries e
     set recorded_at = now() - interval '400 days' * (1 - place::float8 / (entries + 1))
     from (
       select entry_id, row_number() over (order by entry_id) as place, count(*) over () as entries
       from (
         select entry_id from books.postings join books.accounts a on a.id = account_id where owner = $1
         union select h.id from books.holds h join books.accounts a on a.id = account_id where owner = $1
         union select ended_by from books.holds h join books.accounts a on a.id = account_id
         where owner = $1 and ended_by is not null
       ) own
     ) o
     where o.entry_id = e.id`,
    [member.user.id],
  );

/** Computes the same history row by row, with bitcoin at 50,000. */
async function addedUp({ user }: TestMember, moments: readonly number[]) {
  const { rows } = await florin.database.ownerPool.query<{ at: number; usd: string; worth: string }>(
    `with change as (
       select a.asset, p.amount, e.recorded_at from books.postings p
       join books.accounts a on a.id = p.account_id join books.entries e on e.id = p.entry_id
       where a.owner = $1 and a.kind = 'wallet' and a.asset in ('USD', 'BTC')
       union all
       select a.asset, -h.amount, e.recorded_at from books.holds h
       join books.accounts a on a.id = h.account_id join books.entries e on e.id = h.id
       where a.owner = $1 and a.kind = 'wallet' and a.asset = 'USD'
       union all
       select a.asset, h.amount, e.recorded_at from books.holds h
       join books.accounts a on a.id = h.account_id join books.entries e on e.id = h.ended_by
       where a.owner = $1 and a.kind = 'wallet' and a.asset = 'USD'
     )
     select at, (coalesce(sum(amount) filter (where asset = 'USD'), 0) / 100)::numeric(20, 2)::text as usd,
            (coalesce(sum(amount) filter (where asset = 'BTC'), 0) * 50000 / 1e8)::numeric(20, 2)::text as worth
     from unnest($2::int[]) at left join change on recorded_at < to_timestamp(at) + interval '1 second'
     group by at order by at`,
    [user.id, moments],
  );
  return rows.map(({ at, usd, worth }) => [at, usd, worth]);
}
