import type { FirstSteps, TransactionType } from '@florin/contract';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';

/**
 * What the member has done with money, read from the history: nothing is stored for it. The first line of any history is
 * money that came in, whether it was added or sent by somebody.
 */
export async function firstSteps(history: History, member: Member): Promise<FirstSteps> {
  const has = async (type: TransactionType | 'all') => {
    const { items } = await history.page(member, { type, limit: 1, cursor: undefined });
    return items.length > 0;
  };
  const [added, sent, bought] = await Promise.all([has('all'), has('send'), has('buy_crypto')]);
  return { added_funds: added, sent_or_bought: sent || bought };
}
