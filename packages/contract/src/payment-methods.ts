import type { FiatCode } from '@florin/money';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currency, id, timestamp } from './wire.ts';

/** The tokens of the sandbox's payment rail. Card numbers never reach this server. */
export const sandboxTokens = ['tok_visa', 'tok_mastercard', 'tok_declined', 'tok_bank'] as const;

/** The name of a bank transfer in a history line, instead of a payment method. */
export const bankTransferMethod = 'Bank transfer';

/** The source of money of a closed account, instead of a payment method. */
export const closedAccountMethod = 'Closed account';

/** The method that is always available for buying: the buyer's USD wallet. */
export const usdBalanceMethodId = 'usd_balance';

/** The wallets that can pay for coins, by the id of the wallet's method. */
export const balanceMethods = {
  [usdBalanceMethodId]: 'USD',
  eur_balance: 'EUR',
  gbp_balance: 'GBP',
} as const satisfies Record<string, FiatCode>;

/** Returns the wallet of a balance method. Undefined for cards and bank accounts. */
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
  /** The currency of a bank account. All withdrawals to the account are in this currency. */
  currency: z.optional(currency),
  /** The time after which withdrawals to a new bank account are possible. */
  withdrawals_from: z.optional(timestamp),
  /** True after a password reset by mail: no withdrawals until the member keeps this method. */
  in_review: z.optional(z.boolean()),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/payment-methods',
  summary: 'List the cards and bank accounts, then the USD balance',
  access: 'member',
  answer: z.array(paymentMethod),
  refusals: [],
});

export const addPaymentMethod = endpoint({
  method: 'POST',
  path: '/payment-methods',
  summary: "Add a card or a bank account by the payment rail's token. At most 20",
  access: 'member',
  stepUp: 'or_password',
  waitsAfterFactorReset: 'sometimes',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: paymentMethod,
  refusals: ['payment_method_unknown_token', 'payment_method_not_usable'],
});

/** A member's bank account, with the identifiers of the account's country. */
export const bankAccountDetails = z.discriminatedUnion('currency', [
  z.object({ currency: z.literal('EUR'), iban: z.string().check(z.maxLength(60)) }),
  z.object({
    currency: z.literal('GBP'),
    sort_code: z.string().check(z.maxLength(20)),
    account_number: z.string().check(z.maxLength(20)),
  }),
  z.object({
    currency: z.literal('USD'),
    routing_number: z.string().check(z.maxLength(20)),
    account_number: z.string().check(z.maxLength(30)),
    account_type: z.enum(['checking', 'savings']),
  }),
]);
export type BankAccountDetails = z.infer<typeof bankAccountDetails>;

export const addBankAccount = endpoint({
  method: 'POST',
  path: '/payment-methods/bank-accounts',
  summary: 'Add your own bank account by its number, for withdrawals in its currency. At most 20 methods',
  access: 'member',
  stepUp: 'or_password',
  waitsAfterFactorReset: true,
  body: bankAccountDetails,
  answer: paymentMethod,
  refusals: ['payment_method_not_usable'],
});

export const changePaymentMethod = endpoint({
  method: 'PATCH',
  path: '/payment-methods/:id',
  summary: 'Make a payment method the default',
  access: 'member',
  params: z.object({ id }),
  body: z.object({ is_default: z.literal(true) }),
  answer: paymentMethod,
  refusals: ['payment_method_not_found', 'payment_method_not_usable'],
});

export const keepPaymentMethod = endpoint({
  method: 'POST',
  path: '/payment-methods/:id/keep',
  summary: 'Keep a bank account after a password reset, so withdrawals to it are possible again',
  access: 'member',
  stepUp: 'or_password',
  params: z.object({ id }),
  answer: paymentMethod,
  refusals: ['payment_method_not_found'],
});

export const removePaymentMethod = endpoint({
  method: 'DELETE',
  path: '/payment-methods/:id',
  summary: 'Remove a payment method',
  access: 'member',
  params: z.object({ id }),
  refusals: ['payment_method_not_found'],
});
