import type { Transaction } from '@florin/contract';
import type { Member, PersonalPart } from '../identity/index.ts';
import type { History } from './history.ts';

/** The whole history of a member. The ledger never forgets its entries: they contain no names. */
export const personalHistory = (history: History): PersonalPart => ({
  name: 'history',
  read: (member) => allLines(history, member),
});

async function* allLines(history: History, member: Member): AsyncGenerator<Transaction> {
  for await (const lines of history.whole(member, { type: 'all' })) yield* lines;
}
