import type { FirstSteps, TransactionType } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';

export type FirstStepsDependencies = { readonly ledger: Pick<Ledger, 'booksOf'>; readonly history: History };

/**
 * Returns the money steps that the member has completed, computed from the ledger. A history always starts with
 * incoming money, added or received.
 */
export async function firstSteps({ ledger, history }: FirstStepsDependencies, member: Member): Promise<FirstSteps> {
  const has = async (type: TransactionType | 'all') => {
    const { items } = await history.page(member, { type, limit: 1, cursor: undefined });
    return items.length > 0;
  };
  const [added, bought] = await Promise.all([has('all'), hasBought(await ledger.booksOf(member.id), member)]);
  // If the member has sent nothing, this reads the whole history.
  return { added_funds: added, sent_or_bought: bought || (await has('send')) };
}

/** Returns true if a coin wallet has postings. The check reads no history. */
async function hasBought(database: Queryable, { id }: Member): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from member_books.accounts
     where owner = $1 and kind = 'wallet' and slot = '' and asset <> all ($2) and seq > 0 limit 1`,
    [id, fiatCodes],
  );
  return rowCount === 1;
}
