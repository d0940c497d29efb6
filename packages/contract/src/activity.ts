import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currency, exact, id, money, timestamp } from './wire.ts';

/** The specification's four first, ours after them. */
export const transactionTypes = ['send', 'receive', 'buy_crypto', 'sell_crypto', 'deposit'] as const;

export const transaction = z.object({
  id: z.string(),
  type: z.enum(transactionTypes),
  /** The signed change of the wallet, fee included: the list of a currency adds up to its balance. */
  amount: money,
  amount_exact: exact,
  currency,
  /** What of the amount was the fee; zero where there was none. */
  fee: money,
  fee_exact: exact,
  /** What reached the other side, in `counter_currency`: the recipient's amount, the coins bought, the coins sold. */
  counter_amount: money,
  counter_amount_exact: exact,
  counter_currency: z.string(),
  status: z.enum(['completed', 'pending']),
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
  /** What the wallet held after this line. */
  balance_after: money,
  balance_after_exact: exact,
});
export type Transaction = z.infer<typeof transaction>;
export type TransactionType = Transaction['type'];

export const listTransactions = endpoint({
  method: 'GET',
  path: '/transactions',
  summary: 'The history of all wallets, newest first; the next page is in the Link header',
  access: 'member',
  paged: true,
  query: z.object({
    type: z.optional(z.enum(['all', ...transactionTypes])),
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
