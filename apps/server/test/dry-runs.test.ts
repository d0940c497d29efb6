import { endpoints, hasDryRun, type DryRun, type EndpointName } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { askForMoney } from './ask-for-money.ts';
import { openCardOffice, type CardOffice } from './card-office.ts';
import { ask, spendable, tryDry, type Asked } from './dry-calls.ts';
import { movingFeed } from './moving-feed.ts';
import { recordingRail } from './recording-rail.ts';
import { oneConnection, type TestApp, type TestMember } from './test-app.ts';
import { issueWithSettings, tokenOf } from './write-invoice.ts';

/** Compares a dry run of each call with the real call directly afterwards. */
const { feed } = movingFeed({ BTC: '97234.56', ETH: '3567.89' });
const rail = recordingRail();
let office: CardOffice;
let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let [card, bank] = ['', ''];
beforeAll(async () => {
  office = await openCardOffice({ feed, rail }, oneConnection);
  ({ florin } = office);
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUpWith('1000.00', 'Ines'), await florin.signUp('Jonas')];
  const add = async (token: string) => (await ines.client.call(endpoints.addPaymentMethod, { body: { token } })).id;
  [card, bank] = [await add('tok_mastercard'), await add('tok_bank')];
  await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '200.00' } });
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '100.00' } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await office.close();
});

const to = () => jonas.user.email;
const withdrawal = async () =>
  (await ines.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank } })).id;
const heldSend = async () =>
  (await ines.client.call(endpoints.sendMoney, { body: { recipient_email: 'nora@new.example', amount: '8.00' } })).id;
const quote = async () =>
  (
    await ines.client.call(endpoints.createQuote, {
      body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '50.00', payment_currency: 'EUR' },
    })
  ).id;

type Expected = {
  readonly outcome?: DryRun['outcome'];
  readonly takes?: object | null;
  readonly arrives?: object | null;
  readonly fees?: readonly object[];
};

const cases: readonly (readonly [string, EndpointName, () => Promise<Asked>, Expected])[] = [
  [
    'a send',
    'sendMoney',
    async () => ({ body: { recipient_email: to(), amount: '50.00' } }),
    {
      takes: { from: 'wallet', currency: 'USD', amount_exact: '50.00', fee_exact: '1.00', total_exact: '51.00' },
      arrives: { currency: 'USD', amount_exact: '50.00' },
      fees: [{ currency: 'USD', amount_exact: '1.00' }],
    },
  ],
  [
    'a send to an address without an account',
    'sendMoney',
    async () => ({ body: { recipient_email: 'mila@new.example', amount: '10.00', currency: 'EUR' } }),
    {
      outcome: 'would_be_held',
      takes: { from: 'wallet', currency: 'EUR', amount_exact: '10.00', fee_exact: '0.20', total_exact: '10.20' },
      arrives: { currency: 'EUR', amount_exact: '10.00' },
    },
  ],
  [
    'a paid request',
    'payRequest',
    async () => ({ params: { id: (await askForMoney(jonas, ines)).id } }),
    { takes: { total_exact: '24.48' }, arrives: { amount_exact: '24.00' } },
  ],
  [
    'a paid invoice',
    'payInvoice',
    async () => ({ params: { token: tokenOf(await issueWithSettings(jonas)) }, body: { amount: '60.00' } }),
    { takes: { total_exact: '61.20' }, arrives: { amount_exact: '60.00' } },
  ],
  [
    'an exchange',
    'exchangeMoney',
    async () => ({ body: { from: 'USD', to: 'GBP', amount: '40.00' } }),
    { takes: { currency: 'USD', amount_exact: '40.00' }, arrives: { currency: 'GBP' } },
  ],
  [
    'a purchase',
    'buyCoins',
    async () => ({ body: { crypto_symbol: 'ETH', amount_usd: '50.00', payment_method_id: 'usd_balance' } }),
    { takes: { from: 'wallet', currency: 'USD', amount_exact: '50.00' }, arrives: { currency: 'ETH' } },
  ],
  [
    'a purchase from another wallet at a quote',
    'buyCoins',
    async () => ({
      body: {
        crypto_symbol: 'BTC',
        amount_usd: '50.00',
        payment_method_id: 'eur_balance',
        quote_id: await quote(),
      },
    }),
    {
      takes: { from: 'wallet', currency: 'EUR' },
      arrives: { currency: 'BTC' },
      fees: [{ currency: 'EUR' }, { currency: 'USD' }],
    },
  ],
  [
    'a purchase by card',
    'buyCoins',
    async () => ({ body: { crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: card } }),
    { takes: { from: 'payment_method', currency: 'USD', amount_exact: '50.00' }, arrives: { currency: 'BTC' } },
  ],
  [
    'a purchase by a saved card of the processor',
    'buyCoins',
    async () => {
      const { id } = await office.saveCard(ines, 'ok');
      return { body: { crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: id } };
    },
    { takes: { from: 'payment_method', currency: 'USD', amount_exact: '50.00' }, arrives: { currency: 'BTC' } },
  ],
  [
    'a sale',
    'sellCoins',
    async () => ({ body: { crypto_symbol: 'BTC', amount_crypto: '0.0005' } }),
    { takes: { currency: 'BTC', fee_exact: '0.00000000' }, arrives: { currency: 'USD' } },
  ],
  [
    'money from a card',
    'addFunds',
    async () => ({ body: { amount: '30.00', payment_method_id: card } }),
    { takes: { from: 'payment_method', total_exact: '30.00' }, arrives: { currency: 'USD', amount_exact: '30.00' } },
  ],
  [
    'money from a bank',
    'addFunds',
    async () => ({ body: { amount: '30.00', payment_method_id: bank } }),
    { outcome: 'would_be_pending', takes: { from: 'payment_method' }, arrives: { amount_exact: '30.00' } },
  ],
  [
    'money from a card on the processor’s page',
    'startCardDeposit',
    async () => ({ body: { amount: '30.00', currency: 'EUR' } }),
    { outcome: 'would_be_pending', takes: { from: 'payment_method', currency: 'EUR' }, arrives: { currency: 'EUR' } },
  ],
  [
    'a simulated bank transfer',
    'simulateBankTransfer',
    async () => ({ body: { amount: '25.00', currency: 'EUR' } }),
    { takes: null, arrives: { currency: 'EUR', amount_exact: '25.00' } },
  ],
  [
    'a withdrawal',
    'withdraw',
    async () => ({ body: { amount: '20.00', payment_method_id: bank } }),
    { outcome: 'would_be_pending', takes: { total_exact: '20.00' }, arrives: { amount_exact: '20.00' }, fees: [] },
  ],
  [
    'a simulated return',
    'simulateReturn',
    async () => ({ params: { id: await withdrawal() } }),
    { takes: null, arrives: { amount_exact: '20.00' }, fees: [] },
  ],
  [
    'a canceled withdrawal',
    'cancelTransaction',
    async () => ({ params: { id: await withdrawal() } }),
    { takes: null, arrives: { amount_exact: '20.00' }, fees: [] },
  ],
  [
    'a canceled send',
    'cancelTransaction',
    async () => ({ params: { id: await heldSend() } }),
    { takes: null, arrives: { amount_exact: '8.16' }, fees: [] },
  ],
  [
    'a plan',
    'changePlan',
    async () => ({ body: { plan: 'pro' } }),
    { takes: { from: 'wallet', currency: 'USD', amount_exact: '9.99', fee_exact: '0.00' }, arrives: null, fees: [] },
  ],
];

/** Calls that dry-batch-payouts.test.ts tests, because their money moves after the answer. */
const triedElsewhere: readonly EndpointName[] = ['startBatchPayout', 'retryBatchPayout'];

describe('a dry run of', () => {
  test('this file tests each call with a dry run', () => {
    const names = Object.entries(endpoints).flatMap(([name, endpoint]) => (hasDryRun(endpoint) ? [name] : []));
    const tried = [...new Set(cases.map(([, name]) => name)), ...triedElsewhere];
    expect(tried.toSorted()).toEqual(names.toSorted());
  });

  test.each(cases)('a dry run of %s changes nothing and has the real figures', async (_, name, prepare, expected) => {
    const asked = await prepare();
    const called = [...rail.done, ...office.stripe.log];
    const dry = await tryDry(florin, ines, name, asked);
    expect([...rail.done, ...office.stripe.log]).toEqual(called);
    expect(dry).toMatchObject({ outcome: 'would_complete', approval: null, needs_second_factor: false, ...expected });
    const before = await spendable(florin, ines.user.id);
    const real = await ask(florin, ines, name, asked);
    expect(real).toMatchObject({ status: 200 });
    expectFigures(dry, before, await spendable(florin, ines.user.id));
    const { currency, fee_exact } = z.parse(priced, lineIn(real.json));
    const fees = dry.fees.filter((fee) => fee.currency === currency).map(({ amount_exact }) => amount_exact);
    expect(fees).toEqual(fee_exact === '0.00' ? [] : [fee_exact]);
  });
});

/** A history line with its fee. Other answers have none. */
const priced = z.object({ currency: z.optional(z.string()), fee_exact: z._default(z.string(), '0.00') });

const lineIn = (json: unknown) => z.safeParse(z.object({ transaction: z.unknown() }), json).data?.transaction ?? json;

type Balances = ReadonlyMap<string, bigint>;

/** Expects that exactly the wallets in the dry run changed, by the figures of the dry run. */
function expectFigures({ takes, arrives, balances_after: after }: DryRun, before: Balances, now: Balances) {
  const changed = [...now].filter(([asset, units]) => units !== (before.get(asset) ?? 0n));
  const named = after.map(({ currency, available_exact }) => [currency, available_exact]);
  expect(named).toEqual(changed.map(([asset, units]) => [asset, toDecimal(amountOf(asset, units))]));
  for (const [asset, units] of changed) {
    const change = units - (before.get(asset) ?? 0n);
    const figure = change < 0n ? takes?.total_exact : arrives?.amount_exact;
    expect(figure).toBe(toDecimal(amountOf(asset, change < 0n ? -change : change)));
  }
}
