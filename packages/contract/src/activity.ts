import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** The specification's four types, then our additional types. */
export const transactionTypes = [
  'send',
  'receive',
  'buy_crypto',
  'sell_crypto',
  'deposit',
  'withdrawal',
  'exchange',
  'plan',
  'taken_back',
] as const;

/**
 * `pending`: started, with the money reserved. `cancelled`: canceled by the member. `returned`: failed, with the
 * reservation released.
 */
export const transactionStatuses = ['completed', 'pending', 'cancelled', 'returned'] as const;

export const transactionSteps = ['started', 'sent_to_bank', 'completed', 'cancelled', 'returned'] as const;

/** A step of a transaction, oldest first. A null time means that the step has not happened yet. */
const transactionStep = z.object({
  step: z.enum(transactionSteps),
  at: z.nullable(timestamp),
});

export const transaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  /**
   * The signed change of the wallet's available balance, fee included. The amounts of a currency add up to its
   * available balance. Pending outgoing money counts, because it is reserved. Pending incoming, canceled and returned
   * transactions have 0, and `counter_amount` holds their size.
   */
  amount: money,
  amount_exact: exact,
  currency,
  /** The fee included in the amount. Zero without a fee. */
  fee: money,
  fee_exact: exact,
  /**
   * The amount on the other side, in `counter_currency`: the recipient's amount, the coins bought or sold, or the other
   * currency of an exchange.
   */
  counter_amount: money,
  counter_amount_exact: exact,
  counter_currency: z.string(),
  /** For canceled and returned outgoing money: the amount that was reserved, fee included. */
  reserved: z.optional(money),
  reserved_exact: z.optional(exact),
  status: z.enum(transactionStatuses),
  /** The posting time. For pending and failed transactions, the start time. */
  date: timestamp,
  description: z.string(),
  note: z.optional(z.string()),
  /** The recipient's email, for `send`. */
  to: z.optional(z.string()),
  /** The sender's email, for `receive`. */
  from: z.optional(z.string()),
  /** The other side's name, for `send`, `receive`, and a `deposit` that returns such a payment. */
  counterparty: z.optional(z.string()),
  /** The payment request that was paid. */
  request_id: z.optional(z.string()),
  /** The coin's symbol, for `buy_crypto` and `sell_crypto`. */
  crypto: z.optional(z.string()),
  crypto_name: z.optional(z.string()),
  cryptoAmount: z.optional(money),
  crypto_amount_exact: z.optional(exact),
  /** The price of one coin in dollars, an exact decimal. */
  usd_per_coin: z.optional(z.string()),
  /** The payment method: `Visa •••• 4242`. */
  payment_method: z.optional(z.string()),
  /** One unit of `currency` in `counter_currency`, an exact decimal, for `exchange`. */
  rate: z.optional(z.string()),
  /** The reason for a return. */
  reason: z.optional(z.string()),
  /** The steps, oldest first. */
  timeline: z.array(transactionStep),
  /** Whether `POST /transactions/:id/cancel` is possible. */
  can_cancel: z.boolean(),
  /** The time when unclaimed money returns to the sender. */
  expires_at: z.optional(timestamp),
  /** The wallet's balance after this transaction. Absent before the posting. */
  balance_after: z.optional(money),
  balance_after_exact: z.optional(exact),
  /**
   * In the response to a send to an address without an account. False if the address reached its daily email limit, so
   * no invitation is sent.
   */
  email_sent: z.optional(z.boolean()),
});
export type Transaction = z.infer<typeof transaction>;
export type TransactionType = Transaction['type'];

const period = {
  /** Inclusive start. */
  since: z.optional(timestamp),
  /** Exclusive end. */
  until: z.optional(timestamp),
};

const historyFilters = {
  type: z.optional(z.enum(['all', ...transactionTypes])),
  /** Only transactions of this wallet. */
  currency: z.optional(currency),
  status: z.optional(z.enum(transactionStatuses)),
  ...period,
};

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  summary:
    'List the transactions of all wallets, newest first. The Link header names the next page, X-Total-Count the number of matches',
  access: 'member',
  paged: true,
  query: z.object({
    ...historyFilters,
    /** Only trades of this coin. */
    crypto: z.optional(coinSymbol),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
    cursor: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: z.array(transaction),
  refusals: [],
});

export const getTransaction = endpoint({
  method: 'GET',
  path: '/transactions/:id',
  summary: 'Get one transaction',
  access: 'member',
  params: z.object({ id }),
  answer: transaction,
  refusals: ['not_found'],
});

export const cancelTransaction = endpoint({
  method: 'POST',
  path: '/transactions/:id/cancel',
  summary: 'Cancel a pending send or withdrawal and release the reserved money',
  access: 'member',
  movesMoney: true,
  params: z.object({ id }),
  answer: transaction,
  refusals: ['not_found', 'not_cancellable'],
});

/**
 * Limits for statements, receipts and exports. Each document keeps a CPU core busy, so a member gets one document at a
 * time.
 */
export const documentShare = {
  atMost: { times: 20, seconds: 60, sharedAs: 'documents' },
  oneAtATime: 'documents',
} as const;

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/transactions/export',
  summary: 'Export the matching transactions as a CSV file, newest first',
  access: 'member',
  query: z.object({ format: z.optional(z.literal('csv')), ...historyFilters }),
  media: 'text/csv',
  ...documentShare,
  refusals: [],
});

export const exportFoundTransactions = endpoint({
  method: 'POST', // keeps names and amounts out of URLs, which proxies log
  path: '/transactions/export',
  summary: 'Export the transactions that a search finds as a CSV file',
  access: 'member',
  body: z.object({ search: z.optional(z.string().check(z.maxLength(200))), ...historyFilters }),
  media: 'text/csv',
  ...documentShare,
  refusals: [],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/transactions/:id/receipt',
  summary: 'Get a transaction as a PDF receipt',
  access: 'member',
  params: z.object({ id }),
  media: 'application/pdf',
  ...documentShare,
  refusals: ['not_found'],
});

/** A month in UTC: `2026-10`. */
export const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

export const getStatement = endpoint({
  method: 'GET',
  path: '/statements/:wallet/:month',
  summary: 'Get the PDF statement of a wallet for a UTC month: opening balance, every posting, closing balance',
  access: 'member',
  params: z.object({
    wallet: z.pipe(z.string().check(z.toUpperCase()), currency),
    month,
  }),
  media: 'application/pdf',
  ...documentShare,
  refusals: [],
});
