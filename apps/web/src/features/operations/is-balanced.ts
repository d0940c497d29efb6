import type { LedgerHealth } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';

export type AssetSums = LedgerHealth['assets'][number];

/** Whether all balances of the asset sum to zero, as double-entry bookkeeping requires. */
export const isBalanced = ({ asset, sum_exact: sum }: AssetSums): boolean => fromExact(asset, sum).units === 0n;
