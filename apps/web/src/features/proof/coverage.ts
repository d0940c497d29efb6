import type { AssetSums } from '../../api/proof/report.ts';

/**
 * Returns the ratio of the house's bank balances to its debts, in tenths of a percent, rounded down. Returns undefined
 * without bank accounts, such as in a sandbox and for coins.
 */
export function coverageOf({ owed, house }: AssetSums): bigint | undefined {
  const banks = house.filter(({ kind }) => kind.startsWith('bank:'));
  if (owed <= 0n || banks.length === 0) return undefined;
  // The debt of a bank to the house has a negative sign, because the balances of both sides sum to zero.
  const held = banks.reduce((sum, { balance }) => sum - balance, 0n);
  return held <= 0n ? 0n : (held * 1_000n) / owed;
}

/** `1025n` is `102.5%`. */
export const coverageText = (coverage: bigint): string => `${coverage / 10n}.${coverage % 10n}%`;
