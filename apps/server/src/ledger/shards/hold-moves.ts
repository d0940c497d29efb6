import type { Queryable } from '../../platform/database/pool.ts';

/** A key for advisory locks of the main database. */
const moves = `hashtext('florin: member moves')`;

/** Begins a move within the main transaction, once no other transaction holds moves. */
export const beginMove = async (tx: Queryable): Promise<void> =>
  void (await tx.query(`select pg_advisory_xact_lock_shared(${moves})`));

/** Prevents moves of members between ledgers until the main transaction ends. Waits for moves in progress. */
export const holdMoves = async (tx: Queryable): Promise<void> =>
  void (await tx.query(`select pg_advisory_xact_lock(${moves})`));

/**
 * Throws if an interrupted move has left a member between two ledgers, so that neither has their money. Call it while moves
 * are held.
 *
 * @param ledgers each ledger, also within a transaction, by their numbers
 */
export async function assertNoneBetween(main: Queryable, ledgers: readonly Queryable[]): Promise<void> {
  const { rows } = await main.query<{ owner: string; shard: number }>('select owner, shard from books.homes');
  for (const [shard, members] of Map.groupBy(rows, (row) => row.shard)) {
    const between = await ledgers[shard]?.query('select from own_books.departed where owner = any ($1) limit 1', [
      members.map(({ owner }) => owner),
    ]);
    if (between?.rowCount) throw new Error('a member is between two ledgers: their move was interrupted');
  }
}
