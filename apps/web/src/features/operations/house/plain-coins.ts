import { formatParts, type Amount } from '@florin/money';

/** Formats an amount without trailing zeros and asset code: `20,000`. */
export function plainCoins(amount: Amount): string {
  const { major, minor } = formatParts(amount);
  return `${major}${minor.replace(/\.?0+$/, '')}`;
}
