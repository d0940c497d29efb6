import { endpoints } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  ines = await florin.signUpWith('1000.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

type Order = { from: FiatCode; to: FiatCode; amount: string };
const toEuros: Order = { from: 'USD', to: 'EUR', amount: '500.00' };

const quote = async (order: Order, who = ines) => {
  const held = await who.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...order } });
  if (held.kind !== 'exchange') throw new Error('The quote is not for an exchange.');
  return held;
};
const exchange = (order: Order & { quote_id?: string }, idempotencyKey?: string) =>
  ines.client.call(endpoints.exchangeMoney, { body: order }, idempotencyKey ? { idempotencyKey } : {});
const balances = async () => {
  const { usd_exact, eur_exact, gbp_exact } = (await ines.client.call(endpoints.me)).balances;
  return [usd_exact, eur_exact, gbp_exact];
};
const expire = (id: string) =>
  florin.database.ownerPool.query(`update quotes set expires_at = now() - interval '1 second' where id = $1`, [id]);

describe('quotes for exchanges', () => {
  test('shows total, fee, received amount, rate and expiry of a quote', async () => {
    const held = await quote(toEuros);
    expect(held).toMatchObject({
      amount_exact: '500.00',
      fee_exact: '2.50',
      total_exact: '502.50',
      received_exact: '458.71',
      rate: '0.917431',
    });
    expect(held.expires_in_seconds).toBeGreaterThan(25);
    expect(held.expires_in_seconds).toBeLessThanOrEqual(30);
  });

  test('exchanges money at the quoted amounts', async () => {
    const held = await quote(toEuros);
    expect(await exchange({ ...toEuros, quote_id: held.id })).toMatchObject({
      type: 'exchange',
      amount_exact: `-${held.total_exact}`,
      fee_exact: held.fee_exact,
      counter_amount_exact: held.received_exact,
      counter_currency: 'EUR',
      rate: held.rate,
      description: 'Exchanged to EUR',
    });
    expect(await balances()).toEqual(['497.50', '458.71', '0.00']);
  });

  test('rejects a quote that was already used', async () => {
    const small = { ...toEuros, amount: '10.00' };
    const { id } = await quote(small);
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => exchange({ ...small, quote_id: id })));
    const refused = attempts.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(19);
    for (const reason of refused) expect(reason).toMatchObject(refusedWith('quote_used'));
    expect((await balances())[1]).toBe('9.17');
  });

  test("rejects an expired quote by the database's clock", async () => {
    const { id } = await quote(toEuros);
    await expire(id);
    await expect(exchange({ ...toEuros, quote_id: id })).rejects.toMatchObject(refusedWith('quote_expired'));
    expect(await balances()).toEqual(['1000.00', '0.00', '0.00']);
  });

  test('repeats the answer of an exchange after its quote expired', async () => {
    const { id } = await quote(toEuros);
    const first = await exchange({ ...toEuros, quote_id: id }, 'holiday');
    await expire(id);
    expect(await exchange({ ...toEuros, quote_id: id }, 'holiday')).toEqual(first);
    expect(await balances()).toEqual(['497.50', '458.71', '0.00']);
  });

  test('rejects a quote of another member, currency pair, direction or amount', async () => {
    const { id } = await quote(toEuros);
    const notFound = refusedWith('quote_not_found');
    await expect(exchange({ ...toEuros, amount: '500.01', quote_id: id })).rejects.toMatchObject(notFound);
    await expect(exchange({ ...toEuros, to: 'GBP', quote_id: id })).rejects.toMatchObject(notFound);
    await expect(exchange({ from: 'EUR', to: 'USD', amount: '500.00', quote_id: id })).rejects.toMatchObject(notFound);
    await expect(exchange({ ...toEuros, quote_id: 'none' })).rejects.toMatchObject(notFound);
    const theirs = await quote(toEuros, await florin.signUp());
    await expect(exchange({ ...toEuros, quote_id: theirs.id })).rejects.toMatchObject(notFound);
  });
});

describe('exchanging money', () => {
  test('exchanges money at the current rate without a quote', async () => {
    await exchange(toEuros);
    expect(await balances()).toEqual(['497.50', '458.71', '0.00']);
  });

  test('shows an exchange once per currency in the history', async () => {
    await exchange(toEuros);
    const lines = await ines.client.call(endpoints.listTransactions, { query: { type: 'exchange' } });
    expect(lines.map(({ currency, amount_exact, description }) => [currency, amount_exact, description])).toEqual(
      expect.arrayContaining([
        ['USD', '-502.50', 'Exchanged to EUR'],
        ['EUR', '458.71', 'Exchanged from USD'],
      ]),
    );
  });

  test('computes the rate between euros and pounds from both dollar rates', async () => {
    await exchange(toEuros);
    expect(await exchange({ from: 'EUR', to: 'GBP', amount: '100.00' })).toMatchObject({
      amount_exact: '-100.50',
      counter_amount_exact: '85.82',
      rate: '0.858267',
    });
  });

  test('rejects an exchange of more than the balance, fee included', async () => {
    const all = { ...toEuros, amount: '1000.00' };
    await expect(exchange(all)).rejects.toMatchObject(refusedWith('insufficient_balance'));
  });

  test('rejects an exchange into the same currency or of an amount below a cent', async () => {
    await expect(quote({ ...toEuros, to: 'USD' })).rejects.toMatchObject(refusedWith('same_currency'));
    await expect(exchange({ ...toEuros, to: 'USD' })).rejects.toMatchObject(refusedWith('same_currency'));
    await expect(quote({ ...toEuros, amount: '0.01' })).rejects.toMatchObject(refusedWith('amount_too_small'));
    await expect(exchange({ ...toEuros, amount: '0.01' })).rejects.toMatchObject(refusedWith('amount_too_small'));
  });
});
