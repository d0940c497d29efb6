import type { Overview } from '@florin/contract';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { pendingOrderTotals } from '../funding/index.ts';
import { countOpenProposals } from '../proposals/index.ts';
import { feesToday } from './fees-today.ts';

export type OverviewDependencies = {
  readonly pool: Pool;
  /** Returns the number of identity checks in manual review, and the time of the oldest check. */
  readonly openCases: () => Promise<{ readonly count: number; readonly oldest: Date | null }>;
  /** Returns the number of unallocated amounts that wait for an operator. */
  readonly unallocatedMoney: () => Promise<number>;
  /** Returns the number of names on sanctions lists that wait for a decision. */
  readonly waitingHits: () => Promise<number>;
};

/** Returns the counts of open work for operators and today's fees. */
export async function overview(dependencies: OverviewDependencies): Promise<Overview> {
  const { pool, openCases, unallocatedMoney, waitingHits } = dependencies;
  const [cases, orders, fees, proposals, unallocated, screening] = await Promise.all([
    openCases(),
    pendingOrderTotals(pool),
    feesToday(pool),
    countOpenProposals(pool),
    unallocatedMoney(),
    waitingHits(),
  ]);
  return {
    checks: cases.count,
    oldest_check_at: cases.oldest?.toISOString() ?? null,
    proposals,
    unallocated,
    screening,
    withdrawals: orders.withdrawals,
    deposits: orders.deposits,
    ...moneyFields('withdrawals_usd', orders.withdrawn),
    ...moneyFields('fees_today_usd', fees),
  };
}
