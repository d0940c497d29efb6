import type { FiatCode } from '@florin/money';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './wire.ts';

/** The tokens that the sandbox's payment rail knows. A card number never reaches this server. */
export const sandboxTokens = ['tok_visa', 'tok_mastercard', 'tok_declined', 'tok_bank'] as const;

/** The method that is always there for buying: the buyer's own USD wallet. */
export const usdBalanceMethodId = 'usd_balance';

/** The wallets that can pay for coins, by the id of their method. */
export const balanceMethods = {
  [usdBalanceMethodId]: 'USD',
  eur_balance: 'EUR',
  gbp_balance: 'GBP',
} as const satisfies Record<string, FiatCode>;

/** The wallet that a method stands for; none for a card or a bank account. */
export const balanceOf = (methodId: string): FiatCode | undefined =>
  Object.entries(balanceMethods).find(([id]) => id === methodId)?.[1];

export const paymentMethod = z.object({
  id: z.string(),
  type: z.enum(['card', 'bank', 'balance']),
  /** `Visa •••• 4242` */
  label: z.string(),
  is_default: z.boolean(),
  brand: z.optional(z.string()),
  last4: z.optional(z.string()),
  /** `MM/YY` */
  expiry: z.optional(z.string()),
  name: z.optional(z.string()),
  account_number: z.optional(z.string()),
  /** A new bank account: until then money cannot be withdrawn to it. */
  withdrawals_from: z.optional(timestamp),
  /** The password was reset by mail: money cannot be withdrawn to it until it is kept or removed. */
  in_review: z.optional(z.boolean()),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/payment-methods',
  summary: 'Cards and bank accounts, and last the USD balance',
  access: 'member',
  answer: z.array(paymentMethod),
  refusals: [],
});

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/payment-methods',
  summary: 'Add a card or a bank account by the token that the payment rail gave for it. 20 at most',
  access: 'member',
  stepUp: 'or_password',
  waitsAfterFactorReset: 'sometimes',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: paymentMethod,
  refusals: ['payment_method_unknown_token', 'payment_method_not_usable'],
});

export const changePaymentMethod = endpoint({
  method: 'PATCH',
  path: '/payment-methods/:id',
  summary: 'Make a method the default',
  access: 'member',
  params: z.object({ id }),
  body: z.object({ is_default: z.literal(true) }),
  answer: paymentMethod,
  refusals: ['payment_method_not_found', 'payment_method_not_usable'],
});

export const keepPaymentMethod = endpoint({
  method: 'POST',
  path: '/payment-methods/:id/keep',
  summary: 'Keep a bank account after a reset of the password: money can be withdrawn to it again',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  answer: paymentMethod,
  refusals: ['payment_method_not_found'],
});

export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/payment-methods/:id',
  summary: 'Remove a method',
  access: 'member',
  params: z.object({ id }),
  refusals: ['payment_method_not_found'],
});
