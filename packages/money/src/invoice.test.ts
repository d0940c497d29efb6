import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longForm, runs } from '../test/runs.ts';
import { amountOf } from './amount.ts';
import {
  parseQuantity,
  parseTaxRate,
  priceInvoice,
  quantityText,
  taxRateText,
  taxRoundings,
  type InvoiceLine,
  type TaxRounding,
} from './invoice.ts';

type Example = readonly (readonly [quantity: string, cents: bigint, rate: string])[];

const linesOf = (example: Example): InvoiceLine<'EUR'>[] =>
  example.map(([quantity, cents, rate]) => ({
    quantity: parseQuantity(quantity) ?? 0n,
    unitPrice: amountOf('EUR', cents),
    taxRate: parseTaxRate(rate) ?? 0n,
  }));

function cents(example: Example, rounding: TaxRounding) {
  const { nets, taxes, net, tax, total } = priceInvoice('EUR', linesOf(example), rounding);
  return {
    nets: nets.map(({ units }) => units),
    taxes: taxes.map((one) => [taxRateText(one.rate), one.net.units, one.tax.units]),
    sums: [net.units, tax.units, total.units],
  };
}

describe('worked examples of invoices, calculated by hand', () => {
  /**
   * Three articles of 0.99 at 19 %. Tax of a line: 0.1881, so 0.19; three lines 0.57. Tax of the total: 2.97 × 0.19 =
   * 0.5643, so 0.56.
   */
  const articles: Example = [
    ['1', 99n, '19'],
    ['1', 99n, '19'],
    ['1', 99n, '19'],
  ];

  test('three small invoice lines cost a cent more with tax rounded per line', () => {
    expect(cents(articles, 'line')).toEqual({
      nets: [99n, 99n, 99n],
      taxes: [['19', 297n, 57n]],
      sums: [297n, 57n, 354n],
    });
    expect(cents(articles, 'total')).toEqual({
      nets: [99n, 99n, 99n],
      taxes: [['19', 297n, 56n]],
      sums: [297n, 56n, 353n],
    });
  });

  /**
   * Work of 7.5 h at 85.00 (637.50) and 0.333 h at 85.00 (28.305, so 28.31 half up), both at 20 %; a book of 24.90 at
   * 5.5 %; a stamp of 1.10 at 0 %. Per line: 127.50 + 5.662, so 5.66, = 133.16 and 1.3695, so 1.37. Per total: 665.81 ×
   * 0.2 = 133.162, so 133.16, and 1.37. Both: net 691.81, tax 134.53, total 826.34.
   */
  const hours: Example = [
    ['7.5', 8_500n, '20'],
    ['0.333', 8_500n, '20'],
    ['1', 2_490n, '5.5'],
    ['1', 110n, '0'],
  ];

  test.each(taxRoundings)(
    'an invoice of hours, a book and a stamp at three rates adds up correctly, rounded per %s',
    (rounding) => {
      expect(cents(hours, rounding)).toEqual({
        nets: [63_750n, 2_831n, 2_490n, 110n],
        taxes: [
          ['0', 110n, 0n],
          ['5.5', 2_490n, 137n],
          ['20', 66_581n, 13_316n],
        ],
        sums: [69_181n, 13_453n, 82_634n],
      });
    },
  );

  /**
   * Half cents: 2.50 at 7 % is 0.175, so 0.18 half up; twice 0.36. Of the total: 5.00 × 0.07 = 0.35. And 12.345 pieces
   * of 9.99 are 123.32655, so 123.33; at 7.7 % that is 9.49641, so 9.50. Per line: net 128.33, tax 9.86, total 138.19.
   * Per total: tax 9.85, total 138.18.
   */
  const halfCents: Example = [
    ['1', 250n, '7'],
    ['12.345', 999n, '7.7'],
    ['1', 250n, '7'],
  ];

  test('half cents of an invoice are rounded up, once for each line or once for each rate', () => {
    expect(cents(halfCents, 'line')).toEqual({
      nets: [250n, 12_333n, 250n],
      taxes: [
        ['7', 500n, 36n],
        ['7.7', 12_333n, 950n],
      ],
      sums: [12_833n, 986n, 13_819n],
    });
    expect(cents(halfCents, 'total')).toEqual({
      nets: [250n, 12_333n, 250n],
      taxes: [
        ['7', 500n, 35n],
        ['7.7', 12_333n, 950n],
      ],
      sums: [12_833n, 985n, 13_818n],
    });
  });
});

const anyLine = fc.record({
  quantity: fc.bigInt({ min: 1n, max: 999_999_999n }),
  unitPrice: fc.bigInt({ min: 1n, max: 10n ** 14n - 1n }).map((units) => amountOf('EUR', units)),
  taxRate: fc.oneof(fc.constantFrom(0n, 700n, 1900n), fc.bigInt({ min: 0n, max: 10_000n })),
});
const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 12 });
const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);

describe('random invoices', () => {
  test('the total of an invoice is net plus tax, and the rates add up to both', longForm, () => {
    fc.assert(
      fc.property(anyLines, fc.constantFrom(...taxRoundings), (lines, rounding) => {
        const { nets, taxes, net, tax, total } = priceInvoice('EUR', lines, rounding);
        return (
          total.units === net.units + tax.units &&
          net.units === sum(nets.map(({ units }) => units)) &&
          net.units === sum(taxes.map((one) => one.net.units)) &&
          tax.units === sum(taxes.map((one) => one.tax.units)) &&
          new Set(taxes.map(({ rate }) => rate)).size === taxes.length
        );
      }),
      runs,
    );
  });

  test('both invoice roundings differ by at most half a cent for each line and each rate', longForm, () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const [byLine, byTotal] = taxRoundings.map((rounding) => priceInvoice('EUR', lines, rounding).tax.units);
        const difference = (byLine ?? 0n) - (byTotal ?? 0n);
        const rates = new Set(lines.map(({ taxRate }) => taxRate)).size;
        return 2n * (difference < 0n ? -difference : difference) <= BigInt(lines.length + rates);
      }),
      runs,
    );
  });

  test('the order of invoice lines does not change the total', longForm, () => {
    fc.assert(
      fc.property(anyLines, fc.constantFrom(...taxRoundings), (lines, rounding) => {
        const total = priceInvoice('EUR', lines, rounding).total.units;
        return priceInvoice('EUR', lines.toReversed(), rounding).total.units === total;
      }),
      runs,
    );
  });
});

describe('quantities and tax rates', () => {
  test.each([
    ['1', 1_000n],
    ['0.001', 1n],
    ['999999.999', 999_999_999n],
    ['0', undefined],
    ['1000000', undefined],
    ['1.2345', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('reads the quantity %o as %o thousandths', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity);
  });

  test.each([
    ['0', 0n],
    ['19', 1_900n],
    ['7.7', 770n],
    ['100', 10_000n],
    ['100.01', undefined],
    ['5.555', undefined],
    ['-5', undefined],
  ])('reads the tax rate %o as %o hundredths of a percent', (text, rate) => {
    expect(parseTaxRate(text)).toBe(rate);
  });

  test('quantities and rates of an invoice are written without trailing zeros', () => {
    expect([1_000n, 1_500n, 1n, 100_000n].map(quantityText)).toEqual(['1', '1.5', '0.001', '100']);
    expect([0n, 1_900n, 770n, 5n].map(taxRateText)).toEqual(['0', '19', '7.7', '0.05']);
  });
});
