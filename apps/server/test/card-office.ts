import { endpoints, type CardPayment } from '@florin/contract';
import { pino } from 'pino';
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import { chargeSteps } from '../src/charge-steps.ts';
import type { App } from '../src/app.ts';
import type { Providers } from '../src/choose-providers.ts';
import { bookNewTransactions } from '../src/features/funding/cards/book-transactions.ts';
import { checkCardPayments } from '../src/features/funding/cards/card-jobs.ts';
import { resumeAbandonedCharges } from '../src/features/funding/resume-charges.ts';
import { stripeCards } from '../src/providers/card-processor/stripe.ts';
import type { Card, Occurred } from './stripe-double/account.ts';
import { payOn, saveOn } from './stripe-double/happenings.ts';
import { doubleKey, doubleWebhookSecret, openStripeDouble, type StripeDouble } from './stripe-double/stripe-double.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

export type CardOffice = Awaited<ReturnType<typeof openCardOffice>>;

const signer = new Stripe(doubleKey);

/** Returns the headers of an event as Stripe signs it. */
export const signed = (body: string, secret = doubleWebhookSecret, timestamp?: number) => ({
  'content-type': 'application/json',
  'stripe-signature': signer.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  }),
});

export const cardsAt = (stripe: StripeDouble) =>
  stripeCards({
    secretKey: doubleKey,
    webhookSecret: doubleWebhookSecret,
    apiBase: stripe.url,
    publicUrl: 'https://wallet.example.com',
  });

/** Starts the product with Stripe's package, which calls a double of Stripe. Events are delivered by hand. */
export async function openCardOffice(providers: Partial<Providers> = {}, options: { connections?: number } = {}) {
  const stripe = await openStripeDouble();
  const cards = cardsAt(stripe);
  const florin = await createTestApp({}, { ...providers, cards }, options);
  const office = officeOf(florin, stripe);
  await office.book(); // members can pay once the opening balance is read
  return { stripe, cards, florin, ...office };
}

function officeOf(florin: TestApp, stripe: StripeDouble) {
  const { account } = stripe;
  const cards = cardsAt(stripe);
  const { dependencies } = florin.app;
  const working = {
    ...dependencies,
    ...chargeSteps(dependencies),
    cards,
    logger: pino({ level: 'silent' }),
  };

  /** Delivers an event and returns the status. */
  const deliver = async (
    { body }: Pick<Occurred, 'body'>,
    app: App = florin.app,
    headers: Record<string, string> = signed(body),
  ) => (await app.http.inject({ method: 'POST', url: '/stripe/events', headers, payload: body })).statusCode;

  /** Delivers all events that Stripe has not sent yet. */
  const deliverAll = async () => {
    for (const event of account.events.splice(0)) expect([event.type, await deliver(event)]).toEqual([event.type, 204]);
  };

  const startDeposit = async ({ client }: TestMember, amount = '100.00', currency: 'USD' | 'EUR' = 'USD') =>
    client.call(endpoints.startCardDeposit, { body: { amount, currency } });
  const sessionOf = ({ url }: Pick<CardPayment, 'url'>) => url?.split('/').at(-1) ?? '';
  const check = ({ client }: TestMember, { id }: Pick<CardPayment, 'id'>) =>
    client.call(endpoints.checkCardPayment, { params: { id } });

  return {
    deliver,
    deliverAll,
    startDeposit,
    sessionOf,
    check,
    /** Adds money by card, and delivers the events. Returns the id of Stripe's payment. */
    addByCard: async (member: TestMember, amount?: string, currency?: 'USD' | 'EUR'): Promise<string> => {
      const payment = await startDeposit(member, amount, currency);
      payOn(account, sessionOf(payment), 'ok');
      await deliverAll();
      return String(account.find(sessionOf(payment))['payment_intent']);
    },
    /** Saves a card and returns its payment method. */
    saveCard: async ({ client }: TestMember, card: Card) => {
      const setup = await client.call(endpoints.startCardSetup);
      saveOn(account, sessionOf(setup), card);
      const { method } = await client.call(endpoints.checkCardSetup, { params: { id: setup.id } });
      if (!method) throw new Error('the card was not saved');
      account.events.splice(0);
      return method;
    },
    /** Runs the jobs as if no event had arrived. Makes all waiting charges due. */
    runJobs: async () => {
      await florin.database.ownerPool.query(`update charges set ask_after = now(), working_until = now()`);
      await florin.database.ownerPool.query('update card_setups set ask_after = now()');
      await resumeAbandonedCharges(working, working.finishers);
      await checkCardPayments(working);
      await bookNewTransactions(working);
    },
    book: () => bookNewTransactions(working),
    stateOf: async (id: string) => {
      const { rows } = await florin.database.ownerPool.query<{ state: string }>(
        'select state from charges where id = $1',
        [id],
      );
      return rows[0]?.state;
    },
    balanceOf: async ({ client }: TestMember, currency = 'USD') =>
      (await client.call(endpoints.listWallets)).find((wallet) => wallet.currency === currency)?.available_exact,
    /** The balances of house accounts in the books, such as `{ 'card-fees': -320n }`. */
    houseBalances: (asset = 'USD') => houseBalances(florin, asset),
    /** Expects clean books with the processor's balance, less the payouts on their way. */
    expectCleanBooks: async () => {
      await bookNewTransactions(working);
      await florin.expectCleanBooks();
      for (const asset of ['USD', 'EUR']) {
        const onItsWay = await payoutsOnTheirWay(florin, asset);
        const atStripe = BigInt(account.balances().get(asset.toLowerCase()) ?? 0);
        const clearing = (await houseBalances(florin, asset))['card-clearing'] ?? 0n;
        expect([asset, clearing]).toEqual([asset, -(atStripe + onItsWay)]);
      }
    },
    close: async () => {
      await florin.close();
      await stripe.close();
    },
  };
}

async function houseBalances({ database }: TestApp, asset: string): Promise<Record<string, bigint>> {
  const { rows } = await database.ownerPool.query<{ kind: string; posted: bigint }>(
    'select kind, posted from books.house_balances where asset = $1',
    [asset],
  );
  return Object.fromEntries(rows.map(({ kind, posted }) => [kind, posted]));
}

async function payoutsOnTheirWay({ database }: TestApp, asset: string): Promise<bigint> {
  const { rows } = await database.ownerPool.query<{ sum: bigint }>(
    `select coalesce(sum(amount), 0)::numeric as sum from card_payouts p
     where asset = $1 and not failed and not exists (select from bank_lines l where l.card_payout = p.id)`,
    [asset],
  );
  return rows[0]?.sum ?? 0n;
}
