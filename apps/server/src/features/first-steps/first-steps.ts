import type { FirstSteps, TransactionType } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';

export type FirstStepsDependencies = { readonly pool: Queryable; readonly history: History };

/**
 * What the member has done with money, read from the ledger: nothing is stored for it. The first line of any history is
 * money that came in, whether it was added or sent by somebody.
 */
export async function firstSteps({ pool, history }: FirstStepsDependencies, member: Member): Promise<FirstSteps> {
  const has = async (type: TransactionType | 'all') => {
    const { items } = await history.page(member, { type, limit: 1, cursor: undefined });
    return items.length > 0;
  };
  const [added, bought] = await Promise.all([has('all'), hasBought(pool, member)]);
  // Whoever has never sent anything has the whole history looked through for it.
  return { added_funds: added, sent_or_bought: bought || (await has('send')) };
}

/** A wallet of coins has lines once some were bought: no history has to be looked through. */
async function hasBought(database: Queryable, { id }: Member): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from books.accounts
     where owner = $1 and kind = 'wallet' and slot = '' and asset <> all ($2) and seq > 0 limit 1`,
    [id, fiatCodes],
  );
  return rowCount === 1;
}
