import type { Transaction, TransactionType } from '@florin/contract';
import type { TimeFilter } from './history-search.ts';

export const typeName: Record<TransactionType, string> = {
  send: 'Send',
  receive: 'Receive',
  buy_crypto: 'Buy Crypto',
  sell_crypto: 'Sell Crypto',
  deposit: 'Deposit',
};

export const timeName: Record<TimeFilter, string> = { today: 'Today', week: 'This week', month: 'This month' };

/** The line below a transaction's title. */
export function secondLine({ type, note, crypto, crypto_amount_exact: coins }: Transaction): string {
  if (note) return note;
  if (crypto !== undefined && coins !== undefined) return `${coins} ${crypto}`;
  return type === 'deposit' ? 'Add Funds' : 'No note';
}
