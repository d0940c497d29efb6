import type { Transaction } from '@florin/contract';
import type { Member, PersonalPart } from '../identity/index.ts';
import type { History } from './history.ts';

/** All of a member's history. What the ledger recorded is never forgotten: it knows nobody by name. */
export const personalHistory = (history: History): PersonalPart => ({
  name: 'history',
  read: (member) => allLines(history, member),
});

async function* allLines(history: History, member: Member): AsyncGenerator<Transaction> {
  for await (const lines of history.whole(member, { type: 'all' })) yield* lines;
}
