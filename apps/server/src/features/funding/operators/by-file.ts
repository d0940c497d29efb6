import type { Queryable } from '../../../platform/database/pool.ts';
import type { BankOrder } from '../bank-order-store.ts';
import { sentKey, withdrawalSentKind } from '../withdrawal.ts';

/** The progress of a withdrawal. Only withdrawals that are paid by file are in batches. */
type FilePath = 'waits' | 'in batch' | 'with the bank';

/** Returns the progress of the orders that are withdrawals, by their holds. */
export async function pathsOf(
  database: Queryable,
  orders: readonly Pick<BankOrder, 'hold' | 'direction'>[],
): Promise<ReadonlyMap<bigint, FilePath>> {
  const holds = orders.filter(({ direction }) => direction === 'out').map(({ hold }) => hold);
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

/** Returns why withdrawals of these members do not go to the bank now, by their ids. */
export async function heldMembers(database: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; frozen: boolean }>(
    `select id, disabled_at is not null as frozen from people
     where id = any ($1) and (disabled_at is not null or restricted_at is not null)`,
    [ids],
  );
  return new Map(rows.map(({ id, frozen }) => [id, frozen ? heldSentences.frozen : heldSentences.owing]));
}

const heldSentences = {
  frozen: 'This account is frozen. Unfreeze it first, or return the withdrawal.',
  owing: 'This member owes money. Settle the debt first, or return the withdrawal.',
} as const;

const withTheBank = 'The bank has this withdrawal. Its statement or status file ends it.';

type Standing = {
  readonly byFile: boolean;
  readonly path: FilePath;
  /** The reason why the withdrawal does not go to the bank now. */
  readonly held?: string | undefined;
};

/**
 * The reasons why an operator can neither settle nor return a withdrawal by hand. The bank's files settle withdrawals
 * that are paid by file. A withdrawal of a held member does not go to the bank.
 */
export function whyNotByHand({ byFile, path, held }: Standing): {
  readonly notSettleable: string | null;
  readonly notReturnable: string | null;
} {
  if (!byFile) return { notSettleable: path === 'waits' ? (held ?? null) : null, notReturnable: null };
  switch (path) {
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
