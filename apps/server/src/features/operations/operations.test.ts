import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inAllLedgers, poolsOf, reopenLedgers } from '../../../test/all-ledgers.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { runSweep } from '../../ledger/index.ts';
import { setRole } from '../identity/index.ts';

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  olu = await florin.signUp('Olu Adeyemi');
  await setRole(florin.database.pool, olu.user.id, 'operator', { operator: 'command line' });
  [ines, jonas] = [await florin.signUpWith('1000.00', 'Ines Almeida'), await florin.signUp('Jonas Weber')];
});
afterAll(() => florin.close());

const overview = () => olu.client.call(endpoints.getOverview);
const health = () => olu.client.call(endpoints.getLedgerHealth);
const asOwner = (sql: string, values: unknown[] = []) => florin.database.ownerPool.query(sql, values);
const sweepAll = () => Promise.all(poolsOf(florin).map((pool) => runSweep(pool, { whole: true })));
const send = (amount: string, currency: 'USD' | 'EUR' = 'USD') =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount, currency } });
const buy = (crypto_symbol: string, amount_usd: string) =>
  ines.client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } });

describe('the overview', () => {
  test('the overview counts pending bank orders and sums the withdrawals in dollars', async () => {
    const none = await overview();
    expect(none).toMatchObject({ checks: 0, oldest_check_at: null, withdrawals: 0, deposits: 0, withdrawals_usd: 0 });
    const { id } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const add = (amount: string, currency: 'USD' | 'EUR', method: string) =>
      ines.client.call(endpoints.addFunds, { body: { amount, currency, payment_method_id: method } });
    const withdraw = (amount: string, currency: 'USD' | 'EUR') =>
      ines.client.call(endpoints.withdraw, { body: { amount, currency, payment_method_id: id } });
    await add('200.00', 'EUR', card?.id ?? '');
    await add('70.44', 'USD', id);
    const waiting = [await withdraw('50.44', 'USD'), await withdraw('100.00', 'EUR')];
    expect(await overview()).toMatchObject({ withdrawals: 2, deposits: 1, withdrawals_usd_exact: '159.44' });
    for (const one of waiting) await ines.client.call(endpoints.cancelTransaction, { params: { id: one.id } });
    expect(await overview()).toMatchObject({ withdrawals: 0, deposits: 1, withdrawals_usd_exact: '0.00' });
  });

  test('the overview sums today’s fees in dollars and excludes yesterday’s', async () => {
    const before = Number((await overview()).fees_today_usd_exact);
    await send('100.00');
    await send('50.00', 'EUR');
    expect((await overview()).fees_today_usd_exact).toBe((before + 2 + 1.09).toFixed(2));
    await inAllLedgers(florin, `update ledger.journal_entries set recorded_at = recorded_at - interval '1 day'`);
    expect((await overview()).fees_today_usd_exact).toBe('0.00');
    for (let sent = 0; sent < 5; sent++) await send('10.00');
    expect((await overview()).fees_today_usd_exact).toBe('1.00');
  });
});

describe('the ledger’s health', () => {
  test('the ledger health shows a sum of zero for every used asset, with members and house separate', async () => {
    await buy('BTC', '100.00');
    const { assets, entries, read_only } = await health();
    expect(assets.map(({ asset }) => asset)).toEqual(['USD', 'EUR', 'BTC']);
    for (const { sum_exact } of assets) expect(sum_exact).toMatch(/^0\.0+$/);
    const { rows } = await asOwner(
      `select sum(posted) as owned from books.accounts where kind = 'wallet' and asset = 'USD'`,
    );
    const owned = (Number((rows[0] as { owned: bigint }).owned) / 100).toFixed(2);
    expect(assets[0]).toMatchObject({ members_exact: owned, house_exact: `-${owned}` });
    expect(entries).toBeGreaterThan(10);
    expect(read_only).toBe(false);
  });

  test('the ledger health shows the time of the last sweep and no findings', async () => {
    expect(await health()).toMatchObject({ swept_at: null, findings: [] });
    await sweepAll();
    const { swept_at, findings } = await health();
    expect([typeof swept_at, findings]).toEqual(['string', []]);
  });

  test('the ledger health shows findings and read-only mode until both are resolved', async () => {
    const spoil = (by: number) =>
      databaseOf(florin, ines).ownerPool.query(
        `update ledger.accounts set posted = posted + $1 where owner = $2 and asset = 'USD' and kind = 'wallet'`,
        [by, ines.user.id],
      );
    await spoil(1_000);
    await sweepAll();
    const found = await health();
    expect(found.read_only).toBe(true);
    expect(found.findings).toEqual([
      expect.stringMatching(/^An account's balance is the sum of its postings: not so for account \d+ \(posted /),
    ]);
    expect(found.assets[0]?.sum_exact).toBe('10.00');

    await spoil(-1_000);
    await sweepAll();
    await reopenLedgers(florin);
    expect(await health()).toMatchObject({ read_only: false, findings: [] });
  });
});

test('the house’s positions are sorted by their current value, the highest first', async () => {
  for (const coin of ['ETH', 'SOL']) await buy(coin, '20.00');
  const positions = await olu.client.call(endpoints.listHousePositions);
  expect(positions.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'ETH', 'SOL']);
  const values = positions.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
  for (const { price_exact, inventory_exact, value } of positions)
    expect(value / (Number(price_exact) * Number(inventory_exact))).toBeCloseTo(1, 3);
  expect(positions.find(({ symbol }) => symbol === 'BTC')?.name).toBe('Bitcoin');
});

test('a member cannot read the overview, the ledger health or the house’s positions', async () => {
  const { client } = ines;
  for (const endpoint of [endpoints.getOverview, endpoints.getLedgerHealth, endpoints.listHousePositions])
    await expect(client.call(endpoint)).rejects.toMatchObject(refusedWith('not_found'));
});
