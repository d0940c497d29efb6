import { amountOf, formatAmount } from '@florin/money';

const amountInUnits = /(-?\d+) ([\w.-]{1,40}) units\b/g;

/**
 * Formats the amounts in the reason for a failed check. The checks state amounts in smallest units: `1234 USD units` is
 * `$12.34`.
 */
export const reasonText = (detail: string): string =>
  detail.replaceAll(amountInUnits, (_, units: string, asset: string) => formatAmount(amountOf(asset, BigInt(units))));
