import type { Transaction as SentTransaction, TransactionType } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Transaction } from '../../api/read/answers.ts';
import { unnamedParty } from '../../wallet-ui/transaction-title.ts';
import { waitsForApproval } from '../../wallet-ui/waits-for-approval.ts';
import type { TimeFilter } from './history-search.ts';

export const typeName: Record<TransactionType, string> = {
  send: 'Send',
  receive: 'Receive',
  buy_crypto: 'Buy Crypto',
  sell_crypto: 'Sell Crypto',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  exchange: 'Exchange',
  plan: 'Plan',
  taken_back: 'Taken back',
};

export const timeName: Record<TimeFilter, string> = { today: 'Today', week: 'This week', month: 'This month' };

export const statusName: Record<SentTransaction['status'], string> = {
  completed: 'Completed',
  pending: 'Pending',
  cancelled: 'Canceled',
  returned: 'Returned',
};

/** Returns the second line of a transaction's row. */
export function secondLine(transaction: Transaction): string {
  const { type, note, crypto, rate, ...rest } = transaction;
  if (note) return note;
  if (crypto !== undefined && rest.crypto_amount_exact !== undefined) return `${rest.crypto_amount_exact} ${crypto}`;
  if (rate !== undefined) return rateText({ ...rest, rate });
  const party = unnamedParty(transaction);
  if (party !== undefined) return party;
  if (waitsForApproval(transaction)) return 'Nothing is sent yet';
  if (rest.status === 'pending' && type === 'send') return 'Waiting to be claimed';
  if (type === 'deposit') return rest.counterparty === undefined ? 'Add Funds' : 'Returned payment';
  if (type === 'taken_back') return 'By the bank';
  if (type === 'plan') return 'Paid from your US Dollar wallet';
  return type === 'withdrawal' ? 'Withdraw' : 'No note';
}

type Rated = Pick<Transaction, 'currency' | 'counter_currency'> & { rate: string };

/** Formats the rate, such as `1 USD = 0.8617 EUR`. */
export const rateText = ({ currency, counter_currency: other, rate }: Rated): string =>
  `1 ${currency} = ${rate} ${other}`;

/**
 * Returns whether the transaction changed the wallet's available balance. Completed and held transactions change this
 * balance.
 */
export const movesBalance = ({ amount_exact: exact }: Pick<Transaction, 'amount_exact'>): boolean =>
  /[1-9]/.test(exact);

/** Returns whether the transaction ended without success. */
export const isCanceledOrReturned = ({ status }: Pick<Transaction, 'status'>): boolean =>
  status === 'cancelled' || status === 'returned';

const incoming: readonly TransactionType[] = ['receive', 'sell_crypto', 'deposit'];

/**
 * Returns whether the transaction adds money to the wallet, or was meant to add money. Only one of the two sides of an
 * exchange adds money.
 */
export const isIncoming = ({ type, amount_exact: exact }: Pick<Transaction, 'type' | 'amount_exact'>): boolean =>
  type === 'exchange' ? !exact.startsWith('-') : incoming.includes(type);

export const unsigned = (amount: Amount<FiatCode>): Amount<FiatCode> =>
  amount.units < 0n ? amountOf(amount.asset, -amount.units) : amount;
