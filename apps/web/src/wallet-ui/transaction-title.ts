import type { Transaction } from '../api/read/answers.ts';

/**
 * Returns the description of a transaction. If the description is empty, returns a title from the type and the party.
 */
export function titleOf({ type, status, description, to, from, crypto }: Transaction): string {
  // A refused payment no longer waits.
  if (description.trim() !== '')
    return status === 'pending' ? description : description.replace(/ waits for approval$/, '');
  switch (type) {
    case 'send':
      return to === undefined ? 'Sent' : `Sent to ${to}`;
    case 'receive':
      return from === undefined ? 'Received' : `Received from ${from}`;
    case 'buy_crypto':
      return `Bought ${crypto ?? 'coins'}`;
    case 'sell_crypto':
      return `Sold ${crypto ?? 'coins'}`;
    case 'deposit':
      return 'Deposit';
    case 'withdrawal':
      return 'Withdrawal';
    case 'exchange':
      return 'Exchange';
    case 'plan':
      return 'Plan';
    case 'taken_back':
      return 'Taken back';
  }
}

/** Returns the other party's address if neither a name nor the title shows it. */
export function unnamedParty({ type, counterparty, to, from, description }: Transaction): string | undefined {
  if (counterparty !== undefined) return undefined;
  const party = type === 'send' ? to : type === 'receive' ? from : undefined;
  if (party === undefined || description.trim() === '' || description.includes(party)) return undefined;
  return `${type === 'send' ? 'To' : 'From'} ${party}`;
}
