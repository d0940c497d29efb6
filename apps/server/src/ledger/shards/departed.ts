import type { Queryable } from '../../platform/database/pool.ts';
import type { AccountId } from '../entry.ts';

/** Returns the ledger that the account's owner has left this one for, or undefined. */
export async function departedTo(database: Queryable, account: AccountId): Promise<number | undefined> {
  const { rows } = await database.query<{ shard: number }>(
    'select d.shard from own_books.accounts a join own_books.departed d on d.owner = a.owner where a.id = $1',
    [account],
  );
  return rows[0]?.shard;
}
