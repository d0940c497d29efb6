import { formatParts, type Amount } from '@florin/money';

/** `20,000`, without the zeros that say nothing and without the code. */
export function plainCoins(amount: Amount): string {
  const { major, minor } = formatParts(amount);
  return `${major}${minor.replace(/\.?0+$/, '')}`;
}
