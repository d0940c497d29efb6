import type { LedgerHealth } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';

export type AssetSums = LedgerHealth['assets'][number];

/** True if all balances of the asset add up to zero, as they must. */
export const isBalanced = ({ asset, sum_exact: sum }: AssetSums): boolean => fromExact(asset, sum).units === 0n;
