import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';
import { defaultFeeRates, type FeeRate } from '@florin/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billPlans } from '../src/features/plans/index.ts';
import { claimHeldSends } from '../src/features/transfers/index.ts';
import { cutOffCharge } from './cut-off-charge.ts';
import { letMonthsPass } from './let-months-pass.ts';
import { refusedWith } from './refused-with.ts';
import { startSecondNode, type SecondNode } from './second-node.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { writeConfig } from './write-config.ts';

/** The same database after a restart with other fees, prices and limits. */
const dearer = writeConfig({
  fees: { send: '10', buy: '10', sell: '10', exchange: '10' },
  plans: { pro: { price: '30.00' } },
  bounds: { deposit: { maximum: '20.00' }, withdrawal: { maximum: '20.00' } },
});

let florin: TestApp;
let later: SecondNode;
let ines: TestMember;
/** Ines's client after the restart. */
let after: Client;
beforeAll(async () => {
  florin = await createTestApp();
  later = await startSecondNode(florin, {}, dearer);
});
beforeEach(async () => {
  ines = await florin.signUpWith('500.00', 'Ines');
  after = later.clientOf(ines);
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await later.close();
  await florin.close();
});

const dollars = async () => (await after.call(endpoints.me)).balances.usd_exact;
/** Runs a command before the restart and again after it. Expects the first answer again, and returns it. */
const expectRepeated = async <Answer>(call: (client: Client, idempotencyKey: string) => Promise<Answer>) => {
  const key = randomUUID();
  const first = await call(ines.client, key);
  expect(await call(after, key)).toEqual(first);
  return first;
};

describe('a command that is repeated after a change of fees', () => {
  test('a repeated send gets its first answer after a change of fees', async () => {
    const jonas = await florin.signUp('Jonas');
    const body = { recipient_email: jonas.user.email, amount: '100.00' };
    await expectRepeated((client, idempotencyKey) => client.call(endpoints.sendMoney, { body }, { idempotencyKey }));
    expect(await dollars()).toBe('398.00');
  });

  test('a repeated purchase, sale and exchange get their first answers after a change of fees', async () => {
    const buy = { crypto_symbol: 'BTC', amount_usd: '100.00' };
    const bought = await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.buyCoins, { body: buy }, { idempotencyKey }),
    );
    const sell = { crypto_symbol: 'BTC', amount_crypto: bought.crypto_amount_exact };
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.sellCoins, { body: sell }, { idempotencyKey }),
    );
    const exchange = { from: 'USD', to: 'EUR', amount: '100.00' } as const;
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.exchangeMoney, { body: exchange }, { idempotencyKey }),
    );
  });

  test('a repeated deposit and withdrawal above the new bounds get their first answers', async () => {
    const card = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const body = { amount: '100.00', payment_method_id: card.id };
    await expectRepeated((client, idempotencyKey) => client.call(endpoints.addFunds, { body }, { idempotencyKey }));
    const out = { amount: '100.00', payment_method_id: bank.id };
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.addFunds, { body: out }, { idempotencyKey }),
    );
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.withdraw, { body: out }, { idempotencyKey }),
    );
    await expect(after.call(endpoints.addFunds, { body })).rejects.toMatchObject(refusedWith('invalid_amount'));
    await expect(after.call(endpoints.withdraw, { body: out })).rejects.toMatchObject(refusedWith('invalid_amount'));
  });

  test('a repeated plan change gets its first answer after a change of fees', async () => {
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.changePlan, { body: { plan: 'pro', due_now: '9.99' } }, { idempotencyKey }),
    );
    expect(await dollars()).toBe('490.01');
  });
});

describe('an operation that began before a change of fees', () => {
  test('a purchase with a quote costs the quoted amount after a change of fees', async () => {
    const held = await ines.client.call(endpoints.createQuote, {
      body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '100.00', payment_currency: 'USD' },
    });
    const { transaction } = await after.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '100.00', quote_id: held.id },
    });
    expect(transaction).toMatchObject({ fee_exact: '1.50', amount_exact: '-101.50' });
  });

  test('a sale into euros with a quote pays the quoted amount after a change of fees', async () => {
    const bought = await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '100.00' } });
    const order = { crypto_symbol: 'BTC', amount_crypto: bought.crypto_amount_exact, payout_currency: 'EUR' } as const;
    const held = await ines.client.call(endpoints.createQuote, { body: { kind: 'sell', ...order } });
    if (held.kind !== 'sell') throw new Error('The quote is not for a sale.');
    const sold = await after.call(endpoints.sellCoins, { body: { ...order, quote_id: held.id } });
    expect(sold.transaction.fee_exact).toBe(held.fee_exact);
    expect(sold.payout?.amount_exact).toBe(held.payout?.received_exact);
  });

  test('an exchange with a quote costs the quoted amount after a change of fees', async () => {
    const order = { from: 'USD', to: 'EUR', amount: '100.00' } as const;
    const held = await ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...order } });
    const line = await after.call(endpoints.exchangeMoney, { body: { ...order, quote_id: held.id } });
    expect(line).toMatchObject({ fee_exact: '0.50', amount_exact: '-100.50' });
  });

  test('a send that waits for its recipient is claimed at its old fee after a change of fees', async () => {
    const email = `${randomUUID()}@florin.example`;
    const { id } = await ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '100.00' } });
    const { user } = await florin.signUp('Jonas', email);
    await claimHeldSends(later.app.dependencies, user);
    expect(await after.call(endpoints.getTransaction, { params: { id } })).toMatchObject({
      status: 'completed',
      amount_exact: '-102.00',
      fee_exact: '2.00',
    });
  });

  test('an interrupted card purchase is finished at its old fee after a change of fees', async () => {
    const order = { crypto_symbol: 'BTC', amount_usd: '100.00' };
    const key = randomUUID();
    const cutOff = { endpoint: endpoints.buyCoins, body: order, key, at: 'charged' } as const;
    const { card, abandon } = await cutOffCharge(florin, ines, cutOff);
    await abandon();
    const body = { ...order, payment_method_id: card.id };
    const { transaction } = await after.call(endpoints.buyCoins, { body }, { idempotencyKey: key });
    expect(transaction).toMatchObject({ fee_exact: '1.50', amount_exact: '-101.50' });
  });

  test('an overdue month of a plan costs the announced price after a change of fees', async () => {
    await ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '485.00' } });
    await letMonthsPass(florin.database.ownerPool, ines.user.id, 1);
    await billPlans(florin.app.dependencies);
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    await ines.client.call(endpoints.addFunds, { body: { amount: '20.00', payment_method_id: card?.id ?? '' } });
    await billPlans(later.app.dependencies);
    const [line] = await after.call(endpoints.listTransactions, { query: { type: 'plan' } });
    expect(line?.amount_exact).toBe('-9.99');
  });
});

describe('a page that was opened before a change of fees', () => {
  const showing = (rate: FeeRate) => ({ headers: { 'florin-send-fee': String(rate) } });
  const shown = showing(defaultFeeRates.send);
  const detail = 'The fee is now 10%. Nothing was sent. Reload the page, check the total and send again.';

  test('a page from before a change of fees cannot send money at a fee that it does not show', async () => {
    const jonas = await florin.signUp('Jonas');
    const body = { recipient_email: jonas.user.email, amount: '100.00' };
    await expect(after.call(endpoints.sendMoney, { body }, shown)).rejects.toMatchObject(
      refusedWith('quote_expired', { detail }),
    );
    expect(await dollars()).toBe('500.00');
    await after.call(endpoints.sendMoney, { body }, showing(1_000n));
    expect(await dollars()).toBe('390.00');
  });

  test('a page from before a change of fees that repeats a send gets the first answer', async () => {
    const jonas = await florin.signUp('Jonas');
    const body = { recipient_email: jonas.user.email, amount: '100.00' };
    await expectRepeated((client, idempotencyKey) =>
      client.call(endpoints.sendMoney, { body }, { ...shown, idempotencyKey }),
    );
  });

  test('a page from before a change of fees cannot pay a request at a fee that it does not show', async () => {
    const jonas = await florin.signUp('Jonas');
    const { id } = await jonas.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '100.00' },
    });
    const pay = { params: { id } };
    await expect(after.call(endpoints.payRequest, pay, shown)).rejects.toMatchObject(
      refusedWith('quote_expired', { detail }),
    );
    const paid = await ines.client.call(endpoints.payRequest, pay, shown);
    expect(await after.call(endpoints.payRequest, pay, shown)).toEqual(paid);
  });
});

test('past lines, requests and receipts keep the paid fee', async () => {
  const jonas = await florin.signUp('Jonas');
  const { id } = await jonas.client.call(endpoints.requestMoney, {
    body: { recipient_email: ines.user.email, amount: '100.00' },
  });
  await ines.client.call(endpoints.payRequest, { params: { id } });
  const lines = await ines.client.call(endpoints.listTransactions, { query: {} });
  expect(await after.call(endpoints.listTransactions, { query: {} })).toEqual(lines);
  expect(await after.call(endpoints.getPaymentRequest, { params: { id } })).toMatchObject({ fee_exact: '2.00' });
});
