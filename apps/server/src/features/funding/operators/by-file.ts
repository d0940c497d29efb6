import type { Queryable } from '../../../platform/database/pool.ts';
import type { BankOrder } from '../bank-order-store.ts';
import { sentKey, withdrawalSentKind } from '../withdrawal.ts';

/** The progress of a withdrawal that is paid by file. */
export type FilePath = 'waits' | 'in batch' | 'with the bank';

/** Returns the progress of those orders that are paid by file, by their holds. */
export async function pathsOf(
  database: Queryable,
  orders: readonly Pick<BankOrder, 'hold' | 'byFile'>[],
): Promise<ReadonlyMap<bigint, FilePath>> {
  const holds = orders.filter(({ byFile }) => byFile).map(({ hold }) => hold);
  if (holds.length === 0) return new Map();
  const { rows } = await database.query<{ hold: bigint; path: FilePath }>(
    `select h.hold, case when exists (select from books.entries e where e.key = h.key and e.kind = $3) then 'with the bank'
                         when exists (select from withdrawals_in_batches w where w.hold = h.hold) then 'in batch'
                         else 'waits' end as path
     from unnest($1::bigint[], $2::uuid[]) h (hold, key)`,
    [holds, holds.map(sentKey), withdrawalSentKind],
  );
  return new Map(rows.map(({ hold, path }) => [hold, path]));
}

const withTheBank = 'The bank has this withdrawal. Its statement or status file ends it.';

/**
 * The reasons why an operator can neither settle nor return a withdrawal by hand. The bank's files settle withdrawals
 * that are paid by file.
 */
export function whyNotByHand(path: FilePath | undefined): {
  readonly notSettleable: string | null;
  readonly notReturnable: string | null;
} {
  switch (path) {
    case undefined:
      return { notSettleable: null, notReturnable: null };
    case 'waits':
      return {
        notSettleable: 'This withdrawal is paid by file. Put it into a payment batch.',
        notReturnable: null,
      };
    case 'in batch':
      return { notSettleable: 'This withdrawal is in a payment batch. The bank’s files end it.', notReturnable: null };
    case 'with the bank':
      return { notSettleable: withTheBank, notReturnable: withTheBank };
  }
}
