import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { coinSymbol, currency, exact, id, money, timestamp } from './wire.ts';

/** The specification's four first, ours after them. */
export const transactionTypes = [
  'send',
  'receive',
  'buy_crypto',
  'sell_crypto',
  'deposit',
  'withdrawal',
  'exchange',
  'plan',
] as const;

/**
 * `pending`: begun and reserved, not through yet. `cancelled`: called back by the member. `returned`: it did not go
 * through, and what was reserved is free again.
 */
export const transactionStatuses = ['completed', 'pending', 'cancelled', 'returned'] as const;

export const transactionSteps = ['started', 'sent_to_bank', 'completed', 'cancelled', 'returned'] as const;

/** A step of the way a movement takes, oldest first; without a time it is still to come. */
const transactionStep = z.object({
  step: z.enum(transactionSteps),
  at: z.nullable(timestamp),
});

export const transaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  /**
   * The signed change of what the wallet can spend, fee included: the list of a currency adds up to its available
   * balance. Pending money going out counts, as it is reserved; pending money coming in, and what was cancelled or
   * returned, is 0, and `counter_amount` says how much it was about.
   */
  amount: money,
  amount_exact: exact,
  currency,
  /** What of the amount was the fee; zero where there was none. */
  fee: money,
  fee_exact: exact,
  /**
   * What reaches the other side, in `counter_currency`: the recipient's amount, the coins bought or sold, the money
   * exchanged into or out of.
   */
  counter_amount: money,
  counter_amount_exact: exact,
  counter_currency: z.string(),
  /** Of money going out that was cancelled or returned: what was reserved while it waited, fee included. */
  reserved: z.optional(money),
  reserved_exact: z.optional(exact),
  status: z.enum(transactionStatuses),
  /** When it was posted; of what is pending or did not get through, when it began. */
  date: timestamp,
  description: z.string(),
  note: z.optional(z.string()),
  /** The recipient's email, for `send`. */
  to: z.optional(z.string()),
  /** The sender's email, for `receive`. */
  from: z.optional(z.string()),
  /** The other side's name, for `send` and `receive`. */
  counterparty: z.optional(z.string()),
  /** The coin's symbol, for `buy_crypto` and `sell_crypto`. */
  crypto: z.optional(z.string()),
  crypto_name: z.optional(z.string()),
  cryptoAmount: z.optional(money),
  crypto_amount_exact: z.optional(exact),
  /** The price of one coin in dollars, an exact decimal. */
  usd_per_coin: z.optional(z.string()),
  /** What paid: `Visa •••• 4242`. */
  payment_method: z.optional(z.string()),
  /** One unit of `currency` in `counter_currency`, an exact decimal, for `exchange`. */
  rate: z.optional(z.string()),
  /** Why it was returned. */
  reason: z.optional(z.string()),
  /** The way it took. */
  timeline: z.array(transactionStep),
  /** It may be called back by `POST /transactions/:id/cancel`. */
  can_cancel: z.boolean(),
  /** When money that nobody claimed goes back to the sender. */
  expires_at: z.optional(timestamp),
  /** What the wallet held after this line; absent for what has not been posted. */
  balance_after: z.optional(money),
  balance_after_exact: z.optional(exact),
  /**
   * In the answer to a send that waits for an address without an account: false where the address got so many emails today
   * that no further one is sent.
   */
  email_sent: z.optional(z.boolean()),
});
export type Transaction = z.infer<typeof transaction>;
export type TransactionType = Transaction['type'];

const period = {
  /** From this moment on. */
  since: z.optional(timestamp),
  /** Before this moment. */
  until: z.optional(timestamp),
};

const historyFilters = {
  type: z.optional(z.enum(['all', ...transactionTypes])),
  /** Only the lines of this wallet. */
  currency: z.optional(currency),
  status: z.optional(z.enum(transactionStatuses)),
  ...period,
};

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  summary:
    'The history of all wallets, newest first; the next page is in the Link header, and how many the filters leave in X-Total-Count',
  access: 'member',
  paged: true,
  query: z.object({
    ...historyFilters,
    /** Only the trades of this coin. */
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
  summary: 'One line of the history',
  access: 'member',
  params: z.object({ id }),
  answer: transaction,
  refusals: ['not_found'],
});

export const cancelTransaction = endpoint({
  method: 'POST',
  path: '/transactions/:id/cancel',
  summary: 'Call back a pending send or withdrawal. What was reserved is free again',
  access: 'member',
  movesMoney: true,
  params: z.object({ id }),
  answer: transaction,
  refusals: ['not_found', 'not_cancellable'],
});

/** Statements, receipts and exports: each takes a core for a while, so a member draws them one after the other. */
export const documentShare = {
  atMost: { times: 20, seconds: 60, sharedAs: 'documents' },
  oneAtATime: 'documents',
} as const;

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/transactions/export',
  summary: 'The history as a CSV file, all of it or what the filters leave, newest first',
  access: 'member',
  query: z.object({ format: z.optional(z.literal('csv')), ...historyFilters }),
  media: 'text/csv',
  ...documentShare,
  refusals: [],
});

export const exportFoundTransactions = endpoint({
  method: 'POST', // names and amounts stay out of addresses, which others write down
  path: '/transactions/export',
  summary: 'The same of what a search finds',
  access: 'member',
  body: z.object({ search: z.optional(z.string().check(z.maxLength(200))), ...historyFilters }),
  media: 'text/csv',
  ...documentShare,
  refusals: [],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/transactions/:id/receipt',
  summary: 'One line of the history as a PDF receipt',
  access: 'member',
  params: z.object({ id }),
  media: 'application/pdf',
  ...documentShare,
  refusals: ['not_found'],
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/statements/:wallet/:month',
  summary: 'A wallet and month as a PDF statement: opening balance, every posting, closing balance. Months are UTC',
  access: 'member',
  params: z.object({
    wallet: z.pipe(z.string().check(z.toUpperCase()), currency),
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  }),
  media: 'application/pdf',
  ...documentShare,
  refusals: [],
});
