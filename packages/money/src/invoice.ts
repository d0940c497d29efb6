import { amountOf, type Amount } from './amount.ts';
import type { FiatCode } from './asset.ts';
import { divNearest, powerOfTen } from './rounding.ts';

/** Whether an invoice rounds the tax of each line, or of each rate's total. */
export const taxRoundings = ['line', 'total'] as const;
export type TaxRounding = (typeof taxRoundings)[number];

/** The decimals of a quantity and of a tax rate. */
const quantityDecimals = 3;
const taxRateDecimals = 2;
/** The maximum number of digits before a quantity's decimal point. */
const maxQuantityDigits = 6;

/** A quantity in thousandths, such as 1500n for 1.5 hours. Above zero. */
export type Quantity = bigint;
/** A tax rate in hundredths of a percent, such as 1900n for 19 %. From 0n to 10_000n. */
export type TaxRate = bigint;

export type InvoiceLine<Code extends FiatCode = FiatCode> = {
  readonly quantity: Quantity;
  /** The price of one unit without tax. */
  readonly unitPrice: Amount<Code>;
  readonly taxRate: TaxRate;
};

/** The lines of one tax rate together. */
export type TaxOfRate<Code extends FiatCode = FiatCode> = {
  readonly rate: TaxRate;
  readonly net: Amount<Code>;
  readonly tax: Amount<Code>;
};

export type InvoiceTotals<Code extends FiatCode = FiatCode> = {
  /** The amount of each line without tax, in the lines' order. */
  readonly nets: readonly Amount<Code>[];
  /** The taxes by rate, the lowest rate first. */
  readonly taxes: readonly TaxOfRate<Code>[];
  readonly net: Amount<Code>;
  readonly tax: Amount<Code>;
  /** Net and tax. */
  readonly total: Amount<Code>;
};

/**
 * Adds up an invoice. Each line's net amount is quantity times unit price, rounded half up to the cent. The tax of each
 * line (`line`), or of each rate's net total (`total`), is rounded half up to the cent.
 *
 * @param currency the currency of all unit prices
 */
export function priceInvoice<Code extends FiatCode>(
  currency: Code,
  lines: readonly InvoiceLine<Code>[],
  rounding: TaxRounding,
): InvoiceTotals<Code> {
  const priced = lines.map(({ quantity, unitPrice, taxRate }) => ({
    rate: taxRate,
    net: divNearest(quantity * unitPrice.units, powerOfTen(quantityDecimals)),
  }));
  const rates = [...new Set(priced.map(({ rate }) => rate))].toSorted((a, b) => (a < b ? -1 : 1));
  const taxes = rates.map((rate) => {
    const nets = priced.flatMap((line) => (line.rate === rate ? [line.net] : []));
    const net = sum(nets);
    const tax = rounding === 'line' ? sum(nets.map((one) => taxOn(one, rate))) : taxOn(net, rate);
    return { rate, net: amountOf(currency, net), tax: amountOf(currency, tax) };
  });
  const net = sum(taxes.map((one) => one.net.units));
  const tax = sum(taxes.map((one) => one.tax.units));
  return {
    nets: priced.map((line) => amountOf(currency, line.net)),
    taxes,
    net: amountOf(currency, net),
    tax: amountOf(currency, tax),
    total: amountOf(currency, net + tax),
  };
}

const taxOn = (net: bigint, rate: TaxRate) => divNearest(net * rate, powerOfTen(2 + taxRateDecimals));
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

/** Parses a quantity above zero with up to 6 digits and 3 decimals, such as `1.5`. Returns undefined for other text. */
export function parseQuantity(text: string): Quantity | undefined {
  const quantity = parseDecimal(text, quantityDecimals);
  return quantity === 0n || (quantity ?? 0n) >= powerOfTen(maxQuantityDigits + quantityDecimals) ? undefined : quantity;
}

/** Parses a tax rate in percent from 0 to 100 with up to 2 decimals, such as `7.7`. Returns undefined for other text. */
export function parseTaxRate(text: string): TaxRate | undefined {
  const rate = parseDecimal(text, taxRateDecimals);
  return (rate ?? 0n) > powerOfTen(2 + taxRateDecimals) ? undefined : rate;
}

/** Returns a quantity without trailing zeros: `1.5`. */
export const quantityText = (quantity: Quantity): string => decimalText(quantity, quantityDecimals);
/** Returns a tax rate in percent without trailing zeros: `7.7`. */
export const taxRateText = (rate: TaxRate): string => decimalText(rate, taxRateDecimals);

function parseDecimal(text: string, decimals: number): bigint | undefined {
  const [, integer, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (integer === undefined || fraction.length > decimals) return undefined;
  return BigInt(integer + fraction.padEnd(decimals, '0'));
}

function decimalText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}
