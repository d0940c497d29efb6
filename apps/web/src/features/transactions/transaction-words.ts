import type { Transaction as SentTransaction, TransactionType } from '@florin/contract';
import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Transaction } from '../../api/read/answers.ts';
import { unnamedParty } from '../../wallet-ui/transaction-title.ts';
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
};

export const timeName: Record<TimeFilter, string> = { today: 'Today', week: 'This week', month: 'This month' };

export const statusName: Record<SentTransaction['status'], string> = {
  completed: 'Completed',
  pending: 'Pending',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

/** The line below a transaction's title. */
export function secondLine(transaction: Transaction): string {
  const { type, note, crypto, rate, ...line } = transaction;
  if (note) return note;
  if (crypto !== undefined && line.crypto_amount_exact !== undefined) return `${line.crypto_amount_exact} ${crypto}`;
  if (rate !== undefined) return rateText({ ...line, rate });
  const party = unnamedParty(transaction);
  if (party !== undefined) return party;
  if (line.status === 'pending' && type === 'send') return 'Waiting to be claimed';
  if (type === 'deposit') return 'Add Funds';
  if (type === 'plan') return 'Paid from your US Dollar wallet';
  return type === 'withdrawal' ? 'Withdraw' : 'No note';
}

type Rated = Pick<Transaction, 'currency' | 'counter_currency'> & { rate: string };

/** `1 USD = 0.8617 EUR` */
export const rateText = ({ currency, counter_currency: other, rate }: Rated): string =>
  `1 ${currency} = ${rate} ${other}`;

/** It got through, or it is reserved and on its way: the amount says what it changed. Else it changed nothing (yet). */
export const movesBalance = ({ amount_exact: exact }: Pick<Transaction, 'amount_exact'>): boolean =>
  /[1-9]/.test(exact);

/** It ended without getting through. */
export const cameToNothing = ({ status }: Pick<Transaction, 'status'>): boolean =>
  status === 'cancelled' || status === 'returned';

const incoming: readonly TransactionType[] = ['receive', 'sell_crypto', 'deposit'];

/** The money comes into the wallet, or was to; an exchange does so on one of its two lines. */
export const isIncoming = ({ type, amount_exact: exact }: Pick<Transaction, 'type' | 'amount_exact'>): boolean =>
  type === 'exchange' ? !exact.startsWith('-') : incoming.includes(type);

export const unsigned = (amount: Amount<FiatCode>): Amount<FiatCode> =>
  amount.units < 0n ? amountOf(amount.asset, -amount.units) : amount;
