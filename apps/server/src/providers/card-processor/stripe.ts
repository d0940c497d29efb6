import type { Stripe } from 'stripe';
import { once } from '../../platform/once.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { CardProcessor, CardTransaction, PaymentState } from './card-processor.ts';
import type { StripeAccess } from './stripe-client.ts';
import { readStripeEvent } from './stripe-events.ts';
import {
  currencyOf,
  exactly,
  idOf,
  movementOf,
  payoutOf,
  readToken,
  stateOfIntent,
  stateOfPayment,
  stateOfSetup,
} from './stripe-states.ts';

type Options = StripeAccess & {
  /** The address of this server. Stripe's pages lead back to this address, and payments are marked with it. */
  readonly publicUrl: string;
};

/** The time by which Stripe's clock may be behind the database's. */
const clockSkewSeconds = 600;

const ofIntent = ['latest_charge'];
const ofPayment = ['payment_intent.latest_charge'];
const ofSetup = ['setup_intent.payment_method'];
const ofRefund = ['balance_transaction', 'failure_balance_transaction'];

/**
 * Takes payments by card with Stripe. Members pay on Stripe's pages, so no card number reaches Florin. The package is
 * loaded at its first use, because most servers take no cards.
 */
export function stripeCards({ publicUrl, ...access }: Options): CardProcessor {
  const load = once(() => import('./stripe-client.ts'));
  const open = once(async () => (await load()).openStripe(access));
  const server = new URL(publicUrl).host;
  const marks = (reference: string) => ({ florin_reference: reference, florin_server: server });
  const isOurs = (metadata: Stripe.Metadata | null) => metadata?.['florin_server'] === server;
  const back = (path: string, query: string) => `${publicUrl}${path}?${query}`;

  const cards: CardProcessor = {
    isToken: (token) => /^cus_\w+:pm_\w+$/.test(token),

    async createCustomer({ id, email }) {
      const stripe = await open();
      return (await stripe.customers.create({ email, metadata: marks(id) })).id;
    },

    async deleteCustomer(id) {
      const stripe = await open();
      await unless(['resource_missing'], stripe.customers.del(id));
    },

    async openPayment({ reference, returnPath, amount, customer, until }) {
      const stripe = await open();
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer,
          client_reference_id: reference,
          metadata: marks(reference),
          allowed_payment_method_types: ['card'],
          adaptive_pricing: { enabled: false }, // the card pays the currency of the wallet
          submit_type: 'pay',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: amount.asset.toLowerCase(),
                unit_amount: Number(amount.units),
                product_data: { name: `Money for your ${amount.asset} wallet` },
              },
            },
          ],
          payment_intent_data: { metadata: marks(reference), description: `Florin ${reference}` },
          success_url: back(returnPath, `payment=${reference}`),
          cancel_url: back(returnPath, `payment=${reference}`),
          expires_at: Math.floor(until.getTime() / 1_000),
        },
        { idempotencyKey: `payment-${reference}` },
      );
      return { id: session.id, url: session.url ?? '' };
    },

    async openSetup({ reference, returnPath, customer }) {
      const stripe = await open();
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'setup',
          customer,
          client_reference_id: reference,
          metadata: marks(reference),
          allowed_payment_method_types: ['card'],
          setup_intent_data: { metadata: marks(reference) },
          success_url: back(returnPath, `card=${reference}`),
          cancel_url: back(returnPath, `card=${reference}`),
        },
        { idempotencyKey: `setup-${reference}` },
      );
      return { id: session.id, url: session.url ?? '' };
    },

    async authorize({ reference, returnPath, amount, token }) {
      const stripe = await open();
      const { customer, method } = readToken(token);
      const intent = await stripe.paymentIntents
        .create(
          {
            amount: Number(amount.units),
            currency: amount.asset.toLowerCase(),
            customer,
            payment_method: method,
            allowed_payment_method_types: ['card'],
            capture_method: 'manual',
            confirm: true,
            return_url: back(returnPath, `payment=${reference}`),
            metadata: marks(reference),
            description: `Florin ${reference}`,
            expand: ofIntent,
          },
          { idempotencyKey: `payment-${reference}` },
        )
        .catch(declined);
      return intent && { id: intent.id, found: await final(intent) };
    },

    async findAuthorized({ reference, token, since }) {
      const stripe = await open();
      const { customer } = readToken(token);
      const created = { gte: Math.floor(since.getTime() / 1_000) - clockSkewSeconds };
      const search = async () => {
        for await (const { id, metadata } of stripe.paymentIntents.list({ customer, created, limit: 100 }))
          if (isOurs(metadata) && metadata['florin_reference'] === reference) return id;
        return undefined;
      };
      return unless(['resource_missing'], search());
    },

    async capture({ reference, id }) {
      const stripe = await open();
      const captured = stripe.paymentIntents.capture(
        id,
        { expand: ofIntent },
        { idempotencyKey: `capture-${reference}` },
      );
      const intent = await unless(['payment_intent_unexpected_state', 'charge_expired_for_capture'], captured);
      return intent ? final(intent) : look(id);
    },

    async cancel(id) {
      const stripe = await open();
      const ending: Promise<unknown> = isPage(id)
        ? stripe.checkout.sessions.expire(id)
        : stripe.paymentIntents.cancel(id);
      await unless(['payment_intent_unexpected_state', 'StripeInvalidRequestError'], ending);
      return look(id);
    },

    look,

    async lookAtSetup(id) {
      const stripe = await open();
      const session = await stripe.checkout.sessions.retrieve(id, { expand: ofSetup });
      return stateOfSetup(session, idOf(session.customer) ?? '');
    },

    async refund({ reference, paymentId }) {
      const stripe = await open();
      const create = (idempotencyKey: string) =>
        unless(
          ['charge_already_refunded'],
          stripe.refunds.create({ payment_intent: paymentId, metadata: marks(reference) }, { idempotencyKey }),
        ).then(() => true, disputed);
      if (await create(`refund-${reference}`)) return;
      const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 });
      if (data.some(({ status }) => status === 'lost')) return; // the dispute gave the money back
      // Stripe repeats its first answer to a key, so a retry after a dispute gets a new key.
      const isOver = data.every(({ status }) => status === 'won' || status === 'warning_closed');
      const [latest] = data;
      if (!latest || !isOver || !(await create(`refund-${reference}-${latest.id}`))) throw laterRefund();
    },

    async referenceOf(paymentId) {
      const stripe = await open();
      const { metadata } = await stripe.paymentIntents.retrieve(paymentId);
      return isOurs(metadata) ? metadata['florin_reference'] : undefined;
    },

    async readEvent(body, signature) {
      const { isForeign } = await load();
      return readStripeEvent(await open(), { body, signature, secret: access.webhookSecret, isOurs, isForeign });
    },

    async transactionsSince(since) {
      const stripe = await open();
      const created = { gte: Math.floor(since.getTime() / 1_000) };
      const found: CardTransaction[] = [];
      const list = stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] });
      for await (const transaction of list) found.push(...movementsOf(transaction));
      return found.toReversed(); // Stripe lists the newest first
    },

    async transactionsOf({ kind, id }) {
      const stripe = await open();
      if (kind === 'dispute') {
        const dispute = await stripe.disputes.retrieve(id);
        return dispute.balance_transactions.flatMap((one) => movementsOf({ ...one, source: dispute }));
      }
      const refund = await stripe.refunds.retrieve(id, { expand: ofRefund });
      const both = [refund.balance_transaction, refund.failure_balance_transaction];
      return both.flatMap((one) => (typeof one === 'object' && one ? movementsOf({ ...one, source: refund }) : []));
    },

    async payout(id) {
      const stripe = await open();
      return payoutOf(await stripe.payouts.retrieve(id));
    },

    async balance() {
      const stripe = await open();
      const { available, pending } = await stripe.balance.retrieve();
      return [...available, ...pending]
        .filter(({ currency }) => currencyOf(currency) !== undefined)
        .map(({ currency, amount }) => exactly(currency, amount));
    },
  };
  return new Proxy(cards, {
    get: (target, name: keyof CardProcessor) => {
      const call = target[name] as (...given: unknown[]) => unknown;
      return name === 'isToken' ? call : (...given: unknown[]) => orBusy(async () => call(...given));
    },
  });

  /** Errors: `busy` if Stripe does not answer now. */
  async function orBusy<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (error) {
      if (!(await load()).isPassing(error)) throw error;
      const sentence = 'The card processor does not answer right now. Try again: you will not be charged twice.';
      throw new Refusal('busy', sentence, { retryAfterSeconds: 5 });
    }
  }

  async function look(id: string): Promise<PaymentState> {
    const stripe = await open();
    if (isPage(id)) return stateOfPayment(await stripe.checkout.sessions.retrieve(id, { expand: ofPayment }));
    return final(await stripe.paymentIntents.retrieve(id, { expand: ofIntent }));
  }

  /** Ends a payment whose card was declined, so that it cannot succeed later. */
  async function final(intent: Stripe.PaymentIntent): Promise<PaymentState> {
    const state = stateOfIntent(intent);
    if (intent.status !== 'requires_payment_method') return state;
    const stripe = await open();
    const ended = await unless(['payment_intent_unexpected_state'], stripe.paymentIntents.cancel(intent.id));
    return ended ? state : stateOfIntent(await stripe.paymentIntents.retrieve(intent.id, { expand: ofIntent }));
  }

  /**
   * Returns the payment of a declined card, or undefined if Stripe refused to make a payment. Other errors are thrown.
   */
  async function declined(error: unknown): Promise<Stripe.PaymentIntent | undefined> {
    const { declinedIntent, isRefused } = await load();
    const intent = declinedIntent(error);
    if (!intent && !isRefused(error)) throw error;
    return intent;
  }

  /** Returns false for a payment whose dispute prevents a refund. Other errors are thrown. */
  async function disputed(error: unknown): Promise<false> {
    if ((await load()).stripeCode(error) !== 'charge_disputed') throw error;
    return false;
  }

  /** Returns undefined if the call fails with one of the codes. */
  async function unless<Result>(codes: readonly string[], call: Promise<Result>): Promise<Result | undefined> {
    try {
      return await call;
    } catch (error) {
      const code = (await load()).stripeCode(error);
      if (code === undefined || !codes.includes(code)) throw error;
      return undefined;
    }
  }
}

const laterRefund = () =>
  new Refusal('busy', 'The payment is disputed. It is refunded after the dispute.', { retryAfterSeconds: 60 });

/** Empty in a currency that Florin does not have. */
const movementsOf = (transaction: Stripe.BalanceTransaction) => {
  const movement = movementOf(transaction);
  return movement ? [movement] : [];
};

const isPage = (id: string) => id.startsWith('cs_');
