import { isFiat } from '@florin/money';
import type { AssetSums } from '../../api/proof/report.ts';

/** Accounts that say where the money is: at banks, on its way from or to them, and in cash. */
const places = /^(?:bank:.+|bank-clearing|card-clearing|cash)$/;

/**
 * Returns what the house has against what it owes, in tenths of a percent, rounded down. For coins the account of the owners'
 * supply says it. Undefined if no account says it.
 */
export function coverageOf({ asset, owed, house }: AssetSums): bigint | undefined {
  const says = isFiat(asset) ? places : /^capital$/;
  const held = house.filter(({ kind }) => says.test(kind)).reduce((sum, { balance }) => sum - balance, 0n);
  return owed > 0n && held > 0n ? (held * 1_000n) / owed : undefined;
}

/** `1025n` is `102.5%`. */
export const coverageText = (coverage: bigint): string => `${coverage / 10n}.${coverage % 10n}%`;
