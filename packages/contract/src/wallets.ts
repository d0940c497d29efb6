import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, exact, id, money } from './wire.ts';

export const wallet = z.object({
  currency,
  /** Everything in the wallet. */
  balance: money,
  balance_exact: exact,
  /** What is reserved by something pending. */
  held: money,
  held_exact: exact,
  /** What can be spent: balance less held. */
  available: money,
  available_exact: exact,
});
export type Wallet = z.infer<typeof wallet>;

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  summary: 'The USD, EUR and GBP wallets',
  access: 'member',
  answer: z.array(wallet),
  refusals: [],
});

/** The bounds of one deposit, in the currency's whole units. */
export const depositBounds = { minimum: '1.00', maximum: '25000.00' } as const;

export const addFunds = endpoint({
  method: 'POST',
  path: '/wallets/deposits',
  summary: 'Add money from a card, at once, or from a bank account, pending until the bank has sent it. No fee',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency), payment_method_id: id }),
  answer: transaction,
  refusals: ['payment_method_not_found', 'payment_declined', 'still_in_flight'],
});

/** The bounds of one withdrawal, in the currency's whole units. All of a wallet can be withdrawn, also when it is less. */
export const withdrawalBounds = { minimum: '1.00', maximum: '25000.00' } as const;

export const withdraw = endpoint({
  method: 'POST',
  path: '/wallets/withdrawals',
  summary:
    'Withdraw money to a bank account, from 1.00 or all that is left. Reserved at once, pending until the bank has it. No fee',
  access: 'member',
  needsConfirmedEmail: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  stepUp: 'or_password',
  waitsAfterFactorReset: true,
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency), payment_method_id: id }),
  answer: transaction,
  refusals: ['payment_method_not_found', 'payment_method_not_usable', 'insufficient_balance', 'limit_exceeded'],
});

const usedLimit = z.object({ limit: money, limit_exact: exact, left: money, left_exact: exact });

export const limits = z.object({
  /** What may still be sent and withdrawn on this UTC day and in this UTC month, in dollars. */
  day: usedLimit,
  month: usedLimit,
});
export type Limits = z.infer<typeof limits>;

export const getLimits = endpoint({
  method: 'GET',
  path: '/wallets/limits',
  summary: 'What the verification level lets go out per day and month, and what is left of it, in US dollars',
  access: 'member',
  answer: limits,
  refusals: [],
});
