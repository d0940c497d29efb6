import type { LedgerHealth } from '@florin/contract';
import { fromExact } from '../../api/exact.ts';

export type AssetSums = LedgerHealth['assets'][number];

/** All that everybody has of the asset comes to nothing, as it must. */
export const isBalanced = ({ asset, sum_exact: sum }: AssetSums): boolean => fromExact(asset, sum).units === 0n;
