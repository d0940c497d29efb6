import { demoLogin, endpoints, type Client } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findMember, type Member } from '../src/features/identity/index.ts';
import { fillHistory } from '../src/features/markets/fill-history.ts';
import { notifyNews } from '../src/features/notifications/notify/notify-news.ts';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { ines } from './cast.ts';
import { seedSandbox } from './seed-sandbox.ts';

const dayMs = 86_400_000;
let florin: TestApp;
let client: Client;
let member: Member;

beforeAll(async () => {
  florin = await createTestApp();
  const { dependencies } = florin.app;
  await notifyNews(dependencies); // the notification job runs before the seed
  await seedSandbox(florin.database.ownerPool, dependencies, () => undefined);
  const { token } = await florin.client.call(endpoints.login, { body: demoLogin });
  client = florin.clientOf(token);
  const found = await findMember(dependencies.pool, ines.email);
  if (!found) throw new Error('the demo account is missing');
  member = found;
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const ask = async <Row extends object>(text: string) => (await florin.database.ownerPool.query<Row>(text)).rows;
const linesOf = async (type: 'all' | 'buy_crypto' | 'sell_crypto' = 'all') => {
  const { items } = await florin.app.dependencies.history.page(member, { type, limit: 1_000, cursor: undefined });
  return items;
};

test('the demo account has transactions in each of the last twelve months', async () => {
  const dates = (await linesOf()).map(({ date }) => new Date(date));
  expect(dates.length).toBeGreaterThan(150);
  const first = Math.min(...dates.map(Number));
  expect(Date.now() - first).toBeGreaterThan(334 * dayMs);
  expect(Date.now() - first).toBeLessThan(366 * dayMs);
  const months = new Set(dates.map((date) => date.toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(12);
  expect((await client.call(endpoints.listSessions)).length).toBe(1);
});

test('no account has a posting dated before the previous one or in the future', async () => {
  const wrong = await ask(
    `select * from (
       select p.account_id, p.seq, e.recorded_at, lag(e.recorded_at) over (partition by p.account_id order by p.seq) as before
       from books.postings p join books.entries e on e.id = p.entry_id
     ) line where recorded_at < before or recorded_at > now()`,
  );
  expect(wrong).toEqual([]);
  const holds = await ask(
    `select h.id from books.holds h join books.entries b on b.id = h.id
     left join books.entries e on e.id = h.ended_by where e.id is null or e.recorded_at < b.recorded_at`,
  );
  expect(holds).toEqual([]);
});

test("a withdrawal's timeline has the times of its entries in order", async () => {
  const withdrawals = (await linesOf()).filter(({ type }) => type === 'withdrawal');
  expect(withdrawals.length).toBeGreaterThanOrEqual(5);
  for (const { timeline = [], date } of withdrawals) {
    const times = timeline.map(({ at }) => Date.parse(at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThan(Date.now() - 6 * dayMs);
    expect(Math.abs(Date.parse(date) - (times[0] ?? 0))).toBeLessThan(2 * dayMs);
  }
});

test('past trades have the prices of their day', async () => {
  const { feed } = florin.app.dependencies;
  const trades = [...(await linesOf('buy_crypto')), ...(await linesOf('sell_crypto'))];
  const past = trades.filter(({ date }) => Date.parse(date) < Date.now() - dayMs / 2);
  expect(past.length).toBeGreaterThan(70);
  for (const { date, crypto = '', usd_per_coin } of past)
    expect(usd_per_coin, `${crypto} on ${date}`).toBe(feed.priceOf(crypto, new Date(date))?.usdPerCoin);
});

test('the balance history has more than a hundred different values over the year', async () => {
  const { pool, markets, feed } = florin.app.dependencies;
  if (!feed.past) throw new Error('the feed has no past prices');
  const symbols = (await client.call(endpoints.getPortfolio)).map(({ symbol }) => symbol);
  const store = { pool, simulated: markets.areSimulated() };
  const { signal } = new AbortController();
  await fillHistory({ store, symbols, past: feed.past, signal }, Date.now() / 1000);
  const { points } = await client.call(endpoints.getBalanceHistory, { query: { range: '1y' } });
  expect(new Set(points.map(([, usd, coins]) => `${usd} ${coins}`)).size).toBeGreaterThan(100);
  expect(points.every(([, usd]) => usd >= 0)).toBe(true);
});

test('each monthly statement opens with the previous closing balance and adds up', async () => {
  const { history } = florin.app.dependencies;
  const now = new Date();
  const month = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
  for (const currency of fiatCodes) {
    let closing = 0n;
    const counts: number[] = [];
    for (let ago = 12; ago >= 0; ago--) {
      const period = await history.period(member, currency, { from: month(ago), to: month(ago - 1) });
      expect(period.opening.units).toBe(closing);
      closing = period.closing.units;
      expect(period.opening.units + period.moneyIn.units - period.moneyOut.units).toBe(closing);
      counts.push(period.count);
    }
    expect(counts.slice(1, -1)).not.toContain(0);
    const [wallet] = (await client.call(endpoints.listWallets)).filter((one) => one.currency === currency);
    expect(closing).toBe(BigInt(wallet?.balance_exact.replace('.', '') ?? ''));
  }
  const params = { wallet: 'USD' as const, month: month(2).toISOString().slice(0, 7) };
  const file = await client.open(endpoints.getStatement, { params });
  expect(file.status).toBe(200);
});

test("the seeded past does not use today's limits", async () => {
  const { day } = await client.call(endpoints.getLimits);
  expect(day.left_exact).toBe('9900.00'); // today's dinner
});

test('past transactions send no mail and count as no unread notifications', async () => {
  const { pool } = florin.app.dependencies;
  await notifyNews(florin.app.dependencies);
  const mailed = await ask<{ subject: string }>(
    "select subject from mails where created_at > now() - interval '1 day'",
  );
  expect(mailed.filter(({ subject }) => /Salary|Rent|3,400/.test(subject))).toEqual([]);
  expect(mailed.length).toBeLessThan(20);
  const unread = (await client.call(endpoints.listNotifications)).filter(({ read }) => !read);
  expect(unread.every(({ date }) => Date.now() - Date.parse(date) < dayMs)).toBe(true);
  expect(unread.length).toBeGreaterThan(0);
  const { rows } = await pool.query<{ at: Date }>('select min(created_at) as at from users');
  expect(Date.now() - Number(rows[0]?.at)).toBeGreaterThan(334 * dayMs);
});
