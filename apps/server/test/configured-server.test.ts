import { randomUUID } from 'node:crypto';
import { endpoints, fromExact, type CallOf, type Endpoints } from '@florin/contract';
import { feeOn, toDecimal } from '@florin/money';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setRole } from '../src/features/identity/index.ts';
import { readPdf } from './read-pdf.ts';
import { refusedWith } from './refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { aWhileLater, carefulMember } from './two-factor.ts';
import { writeConfig } from './write-config.ts';

const env = writeConfig(
  {
    brand: { name: 'Acme Pay', support_email: 'help@acme.example' },
    fees: { send: '1', buy: '0', sell: '5.5', exchange: '0' },
    plans: {
      personal: { purchase_limit: '50.00' },
      pro: { price: '4.00', purchase_limit: '60.00' },
      business: { price: '8.00' },
    },
    bounds: { deposit: { minimum: '5.00', maximum: '5000.00' }, withdrawal: { minimum: '10.00', maximum: '20.00' } },
    kyc_limits: { 0: { day: '70.00', month: '75.00' }, 1: { day: '80.00', month: '90.00' } },
    confirmation_thresholds: { second_factor: '30.00', second_operator: '15.00' },
    texts: { terms: 'terms.txt', imprint: 'imprint.txt' },
  },
  { 'terms.txt': '# Our terms\n\nSending costs {{send.fee}} at {{brand}}.', 'imprint.txt': '# Acme Ltd\n\nLisbon' },
);

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp(env);
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUpWith('1000.00', 'Ines'), await florin.signUp('Jonas')];
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const send = (amount: string, who = ines) =>
  who.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
const dollars = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const quote = (body: CallOf<Endpoints['createQuote']>['body']) => ines.client.call(endpoints.createQuote, { body });

describe('the configured fees', () => {
  test('takes the configured fee of a send', async () => {
    expect(await send('50.01')).toMatchObject({ amount_exact: '-50.52', fee_exact: '0.51' });
    expect([await dollars(ines), await dollars(jonas)]).toEqual(['949.48', '50.01']);
  });

  test('quotes and takes no fee for a purchase, and a high fee for its sale', async () => {
    const held = await quote({ kind: 'buy', crypto_symbol: 'BTC', amount_usd: '40.00' });
    expect(held).toMatchObject({ amount_exact: '40.00', fee_exact: '0.00', total_exact: '40.00' });
    const { transaction } = await ines.client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '40.00', quote_id: held.id },
    });
    expect(transaction).toMatchObject({ amount_exact: '-40.00', fee_exact: '0.00' });
    const coins = transaction.crypto_amount_exact ?? '';
    const sale = await quote({ kind: 'sell', crypto_symbol: 'BTC', amount_crypto: coins });
    if (sale.kind !== 'sell') throw new Error('The quote is not for a sale.');
    expect(sale.fee_exact).toBe(toDecimal(feeOn(5_50n, fromExact('USD', sale.amount_exact))));
    const sold = await ines.client.call(endpoints.sellCoins, {
      body: { crypto_symbol: 'BTC', amount_crypto: coins, quote_id: sale.id },
    });
    expect(sold.transaction).toMatchObject({ fee_exact: sale.fee_exact, amount_exact: sale.total_exact });
  });

  test('exchanges money without a fee if none is configured', async () => {
    const { client } = ines;
    const line = await client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '109.00' } });
    expect(line).toMatchObject({ amount_exact: '-109.00', fee_exact: '0.00', counter_amount_exact: '100.00' });
  });

  test('shows and takes the configured fee of a request', async () => {
    const { id } = await jonas.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '10.00' },
    });
    const [shown] = await ines.client.call(endpoints.listPaymentRequests, { query: {} });
    expect(shown).toMatchObject({ fee_exact: '0.10', total_exact: '10.10' });
    expect(await ines.client.call(endpoints.payRequest, { params: { id } })).toMatchObject({ fee_exact: '0.10' });
  });
});

describe('the configured plans', () => {
  test('sells a plan at its configured price and applies its limit', async () => {
    await ines.client.call(endpoints.changePlan, { body: { plan: 'pro', due_now: '4.00' } });
    expect(await dollars(ines)).toBe('996.00');
    const buy = (amount_usd: string) =>
      ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd } });
    await expect(buy('60.01')).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded', { detail: expect.stringContaining('$60.00 is left this month') }),
    );
    await buy('60.00');
    expect((await ines.client.call(endpoints.getPurchaseAllowance)).month).toMatchObject({
      limit_exact: '60.00',
      left_exact: '0.00',
    });
  });

  test('lists the plans with their configured prices and limits', async () => {
    const plans = await florin.client.call(endpoints.listPlans);
    expect(plans.map((plan) => [plan.title, plan.price_exact, plan.purchase_limit_exact])).toEqual([
      ['Personal', '0.00', '50.00'],
      ['Pro', '4.00', '60.00'],
      ['Business', '8.00', null],
    ]);
  });
});

describe('the configured limits', () => {
  test.each([
    ['4.99', 'Add between $5.00 and $5,000.00 at a time.'],
    ['5000.01', 'Add between $5.00 and $5,000.00 at a time.'],
  ])('rejects a deposit of %s', async (amount, detail) => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const body = { amount, payment_method_id: card?.id ?? '' };
    await expect(ines.client.call(endpoints.addFunds, { body })).rejects.toMatchObject(
      refusedWith('invalid_amount', { detail }),
    );
  });

  test('rejects a withdrawal above the configured maximum', async () => {
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const body = { amount: '20.01', payment_method_id: bank.id };
    await expect(ines.client.call(endpoints.withdraw, { body })).rejects.toMatchObject(
      refusedWith('invalid_amount', { detail: 'Withdraw between $10.00 and $20.00 at a time.' }),
    );
  });

  test('rejects a send above the configured limit of the level, and shows the limits', async () => {
    await florin.database.ownerPool.query('update users set kyc_level = 0 where id = $1', [ines.user.id]);
    await send('70.00');
    await expect(send('0.01')).rejects.toMatchObject(
      refusedWith('limit_exceeded', { detail: expect.stringContaining('$0.00 is left today') }),
    );
    expect(await ines.client.call(endpoints.getLimits)).toMatchObject({
      day: { limit_exact: '70.00', left_exact: '0.00' },
      month: { limit_exact: '75.00', left_exact: '5.00' },
    });
    expect((await ines.client.call(endpoints.getKycStatus)).limits).toMatchObject({ daily_exact: '70.00' });
  });

  test('a payment above the configured amount a day needs the second factor', async () => {
    const [careful, app] = await carefulMember(florin, 'Careful');
    await careful.client.call(endpoints.stepUp, { body: { code: app.code() } });
    await send('1.00', careful); // the first payment to Jonas
    await aWhileLater(florin, careful);
    await send('30.00', careful);
    await expect(send('0.01', careful)).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('a return above the configured amount needs a second operator', async () => {
    const olu = await florin.signUp('Olu');
    await setRole(florin.database.pool, olu.user.id, 'operator', { operator: 'command line' });
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const returned = async (amount: string) => {
      const { id } = await ines.client.call(endpoints.withdraw, { body: { amount, payment_method_id: bank.id } });
      const call = { params: { id }, body: { reason: 'The account is closed.' } };
      return (await olu.client.call(endpoints.returnBankOrder, call)).proposal;
    };
    expect(await returned('15.00')).toBeNull();
    expect(await returned('15.01')).not.toBeNull();
  });
});

describe('the configured brand', () => {
  test('GET /config shows the configured values', async () => {
    expect(await florin.client.call(endpoints.getConfig)).toMatchObject({
      mode: 'sandbox',
      brand: { name: 'Acme Pay', support_email: 'help@acme.example', logo: '/icon.svg' },
      currencies: ['USD', 'EUR', 'GBP'],
      fees: { send: '1', buy: '0', sell: '5.5', exchange: '0' },
      bounds: {
        deposit: { minimum: '5.00', maximum: '5000.00' },
        withdrawal: { minimum: '10.00', maximum: '20.00' },
      },
      kyc_limits: {
        0: { day: '70.00', month: '75.00' },
        1: { day: '80.00', month: '90.00' },
        2: { day: '10000.00', month: '100000.00' },
      },
      confirmation_thresholds: { second_factor: '30.00', second_operator: '15.00' },
      cards: true,
      texts: { imprint: true },
    });
  });

  test('mails name the brand and its support address', async () => {
    const [mail] = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mail?.subject).toBe('Welcome to Acme Pay');
    expect(mail?.text).toContain('Welcome to Acme Pay.');
    const { body } = await florin.app.http.inject({ url: `/api/sandbox/mails/${mail?.id}/page` });
    expect(body).toContain('Acme Pay');
    expect(body).toContain('mailto:help@acme.example');
    expect(body).not.toMatch(/Florin|\{\{/);
  });

  test('receipts name the brand', async () => {
    const { id } = await send('1.00');
    const { rawPayload } = await florin.app.http.inject({
      url: `/api/transactions/${id}/receipt`,
      headers: { authorization: `Bearer ${ines.token}` },
    });
    const shown = readPdf(rawPayload).map(({ text }) => text);
    expect(shown).toContain('Acme Pay');
    expect(shown.filter((text) => text.includes('Florin'))).toEqual([]);
  });

  test('errors name the brand', async () => {
    const body = { recipient_email: jonas.user.email, amount: '1.00', note: '4242 4242 4242 4242' };
    await expect(ines.client.call(endpoints.sendMoney, { body })).rejects.toMatchObject(
      refusedWith('invalid_request', { detail: expect.stringContaining('Acme Pay never needs one') }),
    );
  });

  test('shows the operator’s texts with the configured figures, and the built-in texts with the brand', async () => {
    const read = (name: 'terms' | 'privacy' | 'imprint') =>
      florin.client.call(endpoints.getLegalDocument, { params: { name } });
    expect(await read('terms')).toEqual({
      title: 'Our terms',
      sections: [{ paragraphs: ['Sending costs 1% at Acme Pay.'] }],
    });
    expect(await read('imprint')).toMatchObject({ title: 'Acme Ltd' });
    expect(JSON.stringify(await read('privacy'))).toContain('This is the default text of Acme Pay.');
  });

  test('an authenticator app shows the brand', async () => {
    const { uri } = await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
    expect(decodeURIComponent(uri)).toContain('otpauth://totp/Acme Pay:');
  });
});

test('a placeholder in a member’s text does not become a figure of the server', async () => {
  const note = `{{send.fee}} ${randomUUID()}`;
  const sent = await ines.client.call(endpoints.sendMoney, {
    body: { recipient_email: jonas.user.email, amount: '1.00', note },
  });
  expect(sent.note).toBe(note);
});
