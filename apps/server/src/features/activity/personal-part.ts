import type { Transaction } from '@florin/contract';
import type { Member, PersonalPart } from '../identity/index.ts';
import type { History } from './history.ts';

const linesAtOnce = 200;

/** All of a member's history, page by page. What the ledger recorded is never forgotten: it knows nobody by name. */
export const personalHistory = (history: History): PersonalPart => ({
  name: 'history',
  read: (member) => allLines(history, member),
});

async function* allLines(history: History, member: Member): AsyncGenerator<Transaction> {
  let cursor: string | undefined;
  do {
    const { items, next } = await history.page(member, { type: 'all', limit: linesAtOnce, cursor });
    yield* items;
    cursor = next;
  } while (cursor !== undefined);
}
