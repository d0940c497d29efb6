import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { paymentMethod } from './payment-methods.ts';
import { amountInput, coinSymbol, currency, exact, id, money } from './wire.ts';

/**
 * A payment by card on the pages of the card processor. `waiting`: the member has not finished on these pages.
 * `processing`: the member has paid, and the money is on its way into the account. `not_paid`: nothing was charged.
 */
export const cardPayment = z.object({
  id,
  kind: z.enum(['deposit', 'purchase']),
  state: z.enum(['waiting', 'processing', 'completed', 'not_paid', 'refunded']),
  amount: money,
  amount_exact: exact,
  currency,
  /** `Visa •••• 4242`, or `Card` before the member chose a card. */
  method: z.string(),
  /** The page where the member continues a waiting payment. */
  url: z.optional(z.string()),
  /** The reason for a missing payment or a refund, as a sentence. */
  reason: z.optional(z.string()),
  /** The bought coins. */
  crypto: z.optional(coinSymbol),
  crypto_amount_exact: z.optional(exact),
});
export type CardPayment = z.infer<typeof cardPayment>;

const byId = z.object({ id });

/** Pages ask every two seconds. */
const looks = { times: 120, seconds: 60, sharedAs: 'card-looks' };

export const startCardDeposit = endpoint({
  method: 'POST',
  path: '/card-deposits',
  summary: 'Add money by card. Continue at the returned URL, a page of the card processor',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency) }),
  answer: cardPayment,
  refusals: ['no_cards', 'payment_declined', 'still_in_flight'],
});

export const checkCardPayment = endpoint({
  method: 'POST',
  path: '/card-payments/:id/check',
  summary: 'Ask the card processor for the outcome of a payment',
  access: 'member',
  atMost: looks,
  params: byId,
  answer: cardPayment,
  refusals: ['no_cards', 'card_payment_not_found'],
});

export const cancelCardPayment = endpoint({
  method: 'POST',
  path: '/card-payments/:id/cancel',
  summary: 'Cancel a payment by card. A payment that was already paid is completed',
  access: 'member',
  atMost: looks,
  params: byId,
  answer: cardPayment,
  refusals: ['no_cards', 'card_payment_not_found'],
});

/** A card that the member saves on a page of the card processor. */
export const cardSetup = z.object({
  id,
  state: z.enum(['waiting', 'saved', 'not_saved']),
  url: z.optional(z.string()),
  method: z.optional(paymentMethod),
});
export type CardSetup = z.infer<typeof cardSetup>;

export const startCardSetup = endpoint({
  method: 'POST',
  path: '/card-setups',
  summary: 'Save a card. Continue at the returned URL, a page of the card processor',
  access: 'member',
  stepUp: 'or_password',
  atMost: { times: 10, seconds: 3_600, sharedAs: 'card-setups' },
  answer: cardSetup,
  refusals: ['no_cards', 'payment_method_not_usable'],
});

export const checkCardSetup = endpoint({
  method: 'POST',
  path: '/card-setups/:id/check',
  summary: 'Ask the card processor whether a card was saved',
  access: 'member',
  atMost: looks,
  params: byId,
  answer: cardSetup,
  refusals: ['no_cards', 'card_payment_not_found', 'payment_method_not_usable'],
});
