import type { Queryable } from '../../platform/database/pool.ts';
import type { AccountId } from '../entry.ts';

/** Returns the ledger to which the account's owner has moved from this one, or undefined. */
export async function departedTo(database: Queryable, account: AccountId): Promise<number | undefined> {
  const found = await whereaboutsOf(database, account);
  return found.departedTo;
}

export type Whereabouts = {
  /** The account takes no money here. If the owner has not moved away, they have closed the account permanently. */
  readonly isClosed: boolean;
  readonly departedTo: number | undefined;
};

/**
 * Reads both in one statement, because the owner may come back between two statements, which reopens the account. An
 * owner who closed the account before moving takes no money in any ledger, so no money follows them.
 */
export async function whereaboutsOf(database: Queryable, account: AccountId): Promise<Whereabouts> {
  const { rows } = await database.query<{ closed: boolean; shard: number | null }>(
    `select a.closed, d.shard
     from own_books.accounts a left join own_books.departed d on d.owner = a.owner and not d.was_closed
     where a.id = $1`,
    [account],
  );
  return { isClosed: rows[0]?.closed ?? false, departedTo: rows[0]?.shard ?? undefined };
}
