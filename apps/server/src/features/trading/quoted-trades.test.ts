import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints, type BuyQuote, type SellQuote } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

const market = movingFeed({ BTC: '50000.00', ETH: '2000.00', PEPE: '0.0000071234' });
const rail = recordingRail();
/** Runs before the rail answers a charge. */
let meanwhile: () => Promise<unknown>;
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp(
    {},
    {
      feed: market.feed,
      rail: {
        ...rail,
        charge: async (order) => {
          await meanwhile();
          return rail.charge(order);
        },
      },
    },
    asManyAsAServer,
  );
});
beforeEach(async () => {
  meanwhile = () => Promise.resolve();
  market.set('BTC', '50000.00');
  market.resume();
  ines = await florin.signUpWith('1000.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

async function quoteBuy(order: { amount_usd?: string; amount_crypto?: string }, symbol = 'BTC', who = ines) {
  const quote = await who.client.call(endpoints.createQuote, {
    body: { kind: 'buy', crypto_symbol: symbol, ...order },
  });
  if (quote.kind !== 'buy') throw new Error('The quote is not for a purchase.');
  return quote;
}
async function quoteSell(amount_crypto: string, who = ines) {
  const body = { kind: 'sell', crypto_symbol: 'BTC', amount_crypto } as const;
  const quote = await who.client.call(endpoints.createQuote, { body });
  if (quote.kind !== 'sell') throw new Error('The quote is not for a sale.');
  return quote;
}
type Changes = { amount_usd?: string; crypto_symbol?: string; payment_method_id?: string };
const buy = (held: BuyQuote, changes: Changes = {}, idempotencyKey?: string) =>
  ines.client.call(
    endpoints.buyCoins,
    {
      body: {
        crypto_symbol: held.crypto_symbol,
        amount_usd: held.amount_exact,
        payment_method_id: 'usd_balance',
        quote_id: held.id,
        ...changes,
      },
    },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
const sell = ({ crypto_amount_exact, id }: SellQuote, amount_crypto = crypto_amount_exact) =>
  ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto, quote_id: id } });
const expire = (id: string, inSeconds = -1) =>
  florin.database.ownerPool.query(`update quotes set expires_at = now() + make_interval(secs => $2) where id = $1`, [
    id,
    inSeconds,
  ]);
const usd = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;

describe('quotes for purchases', () => {
  test('buys coins at the quoted amounts after a price change', async () => {
    const held = await quoteBuy({ amount_usd: '100.00' });
    expect(held).toMatchObject({
      price_exact: '50000.00',
      amount_exact: '100.00',
      fee_exact: '1.50',
      total_exact: '101.50',
      crypto_amount_exact: '0.00200000',
    });
    expect(held.expires_in_seconds).toBeGreaterThan(15);
    expect(held.expires_in_seconds).toBeLessThanOrEqual(20);
    market.set('BTC', '60000.00');
    expect(await buy(held)).toMatchObject({
      crypto_amount_exact: '0.00200000',
      transaction: { amount_exact: '-101.50', fee_exact: '1.50', usd_per_coin: '50000.00' },
    });
  });

  test('buys exactly the quoted coins, priced up to the cent', async () => {
    const held = await quoteBuy({ amount_crypto: '1234567.89012345' }, 'PEPE');
    expect(held).toMatchObject({ amount_exact: '8.80', crypto_amount_exact: '1234567.89012345', total_exact: '8.94' });
    expect(await buy(held)).toMatchObject({ crypto_amount_exact: '1234567.89012345' });
    expect(await usd()).toBe('991.06');
  });

  test('uses a quote once under 20 concurrent purchases', async () => {
    const held = await quoteBuy({ amount_usd: '10.00' });
    const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => buy(held)));
    const refused = attempts.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(19);
    for (const reason of refused) expect(reason).toMatchObject(refusedWith('quote_used'));
    expect(await usd()).toBe('989.85');
  });

  test("rejects an expired quote by the database's clock", async () => {
    const held = await quoteBuy({ amount_usd: '10.00' });
    await expire(held.id);
    await expect(buy(held)).rejects.toMatchObject(refusedWith('quote_expired'));
    expect(await usd()).toBe('1000.00');
  });

  test('repeats the answer of a purchase after its quote expired', async () => {
    const held = await quoteBuy({ amount_usd: '10.00' });
    const first = await buy(held, {}, 'once');
    await expire(held.id);
    expect(await buy(held, {}, 'once')).toEqual(first);
    expect(await usd()).toBe('989.85');
  });

  test('rejects a quote of another member, coin, amount or trade direction', async () => {
    const held = await quoteBuy({ amount_usd: '10.00' });
    const notFound = refusedWith('quote_not_found');
    await expect(buy(held, { amount_usd: '10.01' })).rejects.toMatchObject(notFound);
    await expect(buy(held, { crypto_symbol: 'ETH' })).rejects.toMatchObject(notFound);
    const theirs = await quoteBuy({ amount_usd: '10.00' }, 'BTC', await florin.signUp());
    await expect(buy(theirs)).rejects.toMatchObject(notFound);
    await expect(
      ines.client.call(endpoints.sellCoins, {
        body: { crypto_symbol: 'BTC', amount_crypto: held.crypto_amount_exact, quote_id: held.id },
      }),
    ).rejects.toMatchObject(notFound);
  });

  test('charges a card at the quoted price and refunds it if the quote expires during the charge', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const method = { payment_method_id: card?.id ?? '' };
    const before = rail.done.length;
    const held = await quoteBuy({ amount_usd: '20.00' });
    expect((await buy(held, method)).transaction.amount_exact).toBe('-20.30');
    const late = await quoteBuy({ amount_usd: '30.00' });
    await expire(late.id, 1);
    meanwhile = () => sleep(1_100);
    for (const _ of ['first', 'again'])
      await expect(buy(late, method, 'late')).rejects.toMatchObject(refusedWith('quote_expired'));
    expect(rail.done.slice(before)).toEqual(['charge 20.30 USD', 'charge 30.45 USD', 'refund 30.45 USD']);
    expect(await usd()).toBe('1000.00');
  });

  test("does not charge a card for an expired quote but repeats an earlier purchase's answer", async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const method = { payment_method_id: card?.id ?? '' };
    const before = rail.done.length;
    const held = await quoteBuy({ amount_usd: '40.00' });
    const first = await buy(held, method, 'in time');
    await expire(held.id);
    expect(await buy(held, method, 'in time')).toEqual(first);
    const late = await quoteBuy({ amount_usd: '50.00' });
    await expire(late.id);
    await expect(buy(late, method)).rejects.toMatchObject(refusedWith('quote_expired'));
    expect(rail.done.slice(before)).toEqual(['charge 40.60 USD']);
  });

  test('requires either dollars or coins for a quote', async () => {
    await expect(quoteBuy({})).rejects.toMatchObject(refusedWith('invalid_request'));
    await expect(quoteBuy({ amount_usd: '1.00', amount_crypto: '1' })).rejects.toMatchObject(
      refusedWith('invalid_request'),
    );
    await expect(quoteBuy({ amount_usd: '10.00' }, 'NOPE')).rejects.toMatchObject(refusedWith('coin_not_found'));
    market.set('BTC', '1000000.01');
    await expect(quoteBuy({ amount_usd: '0.01' })).rejects.toMatchObject(refusedWith('amount_too_small'));
  });
});

describe('quotes for sales', () => {
  test('sells coins at the quoted amounts after a price change', async () => {
    await buy(await quoteBuy({ amount_crypto: '0.01000000' }));
    const held = await quoteSell('0.01');
    expect(held).toMatchObject({ amount_exact: '500.00', fee_exact: '5.00', total_exact: '495.00' });
    market.set('BTC', '40000.00');
    expect(await sell(held)).toMatchObject({ usd_amount_exact: '495.00' });
    expect(await ines.client.call(endpoints.getPortfolio)).toEqual([]);
    await expect(sell(held)).rejects.toMatchObject(refusedWith('quote_used'));
    await expect(sell(held, '0.005')).rejects.toMatchObject(refusedWith('quote_not_found'));
    const late = await quoteSell('0.01');
    await expire(late.id);
    await expect(sell(late)).rejects.toMatchObject(refusedWith('quote_expired'));
  });

  test('rejects a quote for a sale of less than a cent', async () => {
    await expect(quoteSell('0.00000001')).rejects.toMatchObject(refusedWith('amount_too_small'));
  });
});

describe('trading without a usable price', () => {
  test.each(['stale', 'jump'] as const)('rejects new trades at a %s price but honors an earlier quote', async (why) => {
    const held = await quoteBuy({ amount_usd: '10.00' });
    market.pause('BTC', why);
    const paused = refusedWith('trading_paused', { detail: expect.stringContaining('Trading in BTC is paused') });
    await expect(quoteBuy({ amount_usd: '10.00' })).rejects.toMatchObject(paused);
    await expect(quoteSell('0.01')).rejects.toMatchObject(paused);
    const plain = { crypto_symbol: 'BTC', amount_usd: '10.00', payment_method_id: 'usd_balance' };
    await expect(ines.client.call(endpoints.buyCoins, { body: plain })).rejects.toMatchObject(paused);
    await expect(
      ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.01' } }),
    ).rejects.toMatchObject(paused);
    await buy(held);
    await ines.client.call(endpoints.buyCoins, { body: { ...plain, crypto_symbol: 'ETH' } });
    market.resume();
    await buy(await quoteBuy({ amount_usd: '10.00' }));
  });

  test('repeats the answer of an earlier trade while trading is paused', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const purchase = (payment_method_id: string) => (key: string) =>
      ines.client.call(
        endpoints.buyCoins,
        { body: { crypto_symbol: 'BTC', amount_usd: '10.00', payment_method_id } },
        { idempotencyKey: key },
      );
    const sale = (key: string) =>
      ines.client.call(
        endpoints.sellCoins,
        { body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } },
        { idempotencyKey: key },
      );
    const commands = [purchase('usd_balance'), purchase(card?.id ?? ''), sale];
    for (const [place, command] of commands.entries()) {
      const first = await command(`repeated ${place}`);
      market.pause('BTC', 'stale');
      expect(await command(`repeated ${place}`)).toEqual(first);
      await expect(command(`new ${place}`)).rejects.toMatchObject(refusedWith('trading_paused'));
      market.resume();
    }
  });
});
