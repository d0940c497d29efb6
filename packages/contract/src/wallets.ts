import * as z from 'zod/mini';
import { transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import { amountInput, currency, exact, id, money } from './wire.ts';

export const wallet = z.object({
  currency,
  /** The total in the wallet. */
  balance: money,
  balance_exact: exact,
  /** The amount reserved by pending transactions. */
  held: money,
  held_exact: exact,
  /** The spendable amount: balance minus held. */
  available: money,
  available_exact: exact,
  /** The member's debt from reversed deposits. Arriving money pays the debt first. Absent without a debt. */
  owed_exact: z.optional(exact),
});
export type Wallet = z.infer<typeof wallet>;

export const listWallets = endpoint({
  method: 'GET',
  path: '/wallets',
  summary: 'List the USD, EUR and GBP wallets',
  access: 'member',
  answer: z.array(wallet),
  refusals: [],
});

export const addFunds = endpoint({
  method: 'POST',
  path: '/wallets/deposits',
  summary: 'Add money without a fee. Card money arrives immediately. A bank deposit is pending until the bank sends it',
  access: 'member',
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency), payment_method_id: id }),
  answer: transaction,
  refusals: [
    'payment_method_not_found',
    'payment_method_not_usable',
    'payment_declined',
    'payment_needs_confirmation',
    'still_in_flight',
  ],
});

export const withdraw = endpoint({
  method: 'POST',
  path: '/wallets/withdrawals',
  summary:
    'Withdraw money to a bank account without a fee. A balance below the smallest withdrawal can be withdrawn completely. The money is reserved immediately and pending until the bank has it',
  access: 'member',
  needsConfirmedEmail: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'funding' },
  stepUp: 'or_password',
  waitsAfterFactorReset: true,
  notWhileOwing: true,
  movesMoney: true,
  body: z.object({ amount: amountInput, currency: z.optional(currency), payment_method_id: id }),
  answer: transaction,
  refusals: [
    'refused_by_rule',
    'payment_method_not_found',
    'payment_method_not_usable',
    'insufficient_balance',
    'limit_exceeded',
  ],
});

const usedLimit = z.object({ limit: money, limit_exact: exact, left: money, left_exact: exact });

export const limits = z.object({
  /** The limits of sends and withdrawals in this UTC day and month, in dollars. */
  day: usedLimit,
  month: usedLimit,
});
export type Limits = z.infer<typeof limits>;

export const getLimits = endpoint({
  method: 'GET',
  path: '/wallets/limits',
  summary: "Get the verification level's limits per day and month and the remaining amounts, in US dollars",
  access: 'member',
  answer: limits,
  refusals: [],
});
