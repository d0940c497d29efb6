import { divFloor, parsePrice } from '@florin/money';

type PriceFigure = { readonly major: string; readonly minor: string };

const significantDigitsBelowOne = 4;

/**
 * Splits a price into dollars and decimals: two decimals from one dollar up, four significant digits below one dollar.
 */
export function readPrice(usdPerCoin: string, exact: boolean): PriceFigure {
  const { units, decimals } = parsePrice(usdPerCoin);
  const shown = exact ? decimals : Math.min(decimals, shownDecimals(units, decimals));
  const rounded = roundHalfUp(units, 10n ** BigInt(decimals - shown));
  const digits = rounded.toString().padStart(shown + 1, '0');
  const cut = digits.length - shown;
  const minor = digits.slice(cut).replace(/0+$/, '').padEnd(2, '0');
  return { major: groupThousands(digits.slice(0, cut)), minor: `.${minor}` };
}

function shownDecimals(units: bigint, decimals: number): number {
  const digits = units.toString().length;
  return digits > decimals ? 2 : decimals - digits + significantDigitsBelowOne;
}

const roundHalfUp = (units: bigint, divisor: bigint) => divFloor(units * 2n + divisor, divisor * 2n);

const groupThousands = (integer: string) => integer.replaceAll(/\B(?=(\d{3})+$)/g, ',');
