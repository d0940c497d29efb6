import { divFloor } from '@florin/money';

/** The converter's currencies (rule dashboard-24). No wallet holds JPY, CAD or AUD; the converter only calculates. */
export const converterCodes = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD'] as const;
export type ConverterCode = (typeof converterCodes)[number];

export const converterSigns: Record<ConverterCode, string> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CAD: 'C$',
  AUD: 'A$',
};

/** An exact decimal: `units / 10^decimals`. */
export type Decimal = { readonly units: bigint; readonly decimals: number };

/** The specification's fixed rates. Never use them to move money: a round trip at these rates makes a profit. */
const listedRates: ReadonlyMap<string, string> = new Map([
  ['USD EUR', '0.92'],
  ['USD GBP', '0.79'],
  ['USD JPY', '149.5'],
  ['USD CAD', '1.36'],
  ['USD AUD', '1.52'],
  ['EUR USD', '1.09'],
  ['GBP USD', '1.27'],
  ['JPY USD', '0.0067'],
  ['CAD USD', '0.74'],
  ['AUD USD', '0.66'],
]);

const one: Decimal = { units: 1n, decimals: 0 };

/** Returns the price of one `from` in `to`. An unlisted pair converts through USD, or at 1 if no path exists. */
export function rateBetween(from: ConverterCode, to: ConverterCode): Decimal {
  if (from === to) return one;
  return listedRate(from, to) ?? crossedRate(from, to) ?? one;
}

/** Converts the amount and rounds it to the nearest hundredth, such as `92.00`. */
export const convert = (amount: Decimal, rate: Decimal): string => toFixedDecimal(multiply(amount, rate), 2);

/** Formats a rate with four decimals, such as `0.9200`. */
export const rateText = (rate: Decimal): string => toFixedDecimal(rate, 4);

/** Parses digits with at most one decimal point. Returns undefined for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, integer, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return integer === undefined ? undefined : { units: BigInt(integer + fraction), decimals: fraction.length };
}

function listedRate(from: ConverterCode, to: ConverterCode): Decimal | undefined {
  const text = listedRates.get(`${from} ${to}`);
  return text === undefined ? undefined : parseDecimal(text);
}

function crossedRate(from: ConverterCode, to: ConverterCode): Decimal | undefined {
  const toUsd = listedRate(from, 'USD');
  const fromUsd = listedRate('USD', to);
  return toUsd && fromUsd && multiply(toUsd, fromUsd);
}

const multiply = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
});

/** Formats a decimal with a fixed number of places. Rounds half up. */
function toFixedDecimal({ units, decimals }: Decimal, places: number): string {
  const doubled = 2n * units * 10n ** BigInt(places);
  const scale = 10n ** BigInt(decimals);
  const digits = divFloor(doubled + scale, 2n * scale)
    .toString()
    .padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
