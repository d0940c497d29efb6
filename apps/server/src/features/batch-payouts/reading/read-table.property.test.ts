import { amountOf, formatAmount } from '@florin/money';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFigure } from './read-figure.ts';
import { readTable } from './read-table.ts';

const runs = Number(process.env['FLORIN_RUNS'] ?? 200);

/** Cells are trimmed, and a row needs a cell that is not blank. */
const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '').trim());
const rows = fc.array(fc.record({ recipient: cell, amount: cell, currency: cell, note: cell, reference: cell }), {
  minLength: 1,
  maxLength: 12,
});
const columns = fc.shuffledSubarray(['recipient', 'amount', 'currency', 'note', 'reference'] as const, {
  minLength: 5,
  maxLength: 5,
});

const encodings = {
  'utf-8': (text: string) => Buffer.from(text),
  'utf-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'utf-16le': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};

test('random rows that were written in any dialect are read back equal', () => {
  fc.assert(
    fc.property(
      rows,
      columns,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom(...(Object.keys(encodings) as (keyof typeof encodings)[])),
      fc.boolean(),
      (written, order, delimiter, lineEnd, encoding, quoted) => {
        const records = written.map((one) => order.map((column) => one[column]));
        const text = stringify([[...order], ...records], {
          delimiter,
          record_delimiter: lineEnd,
          quoted,
          quote_record_delimiter: true,
        });
        const isReplaced = text.includes('\uFFFD');
        const filled = written.filter((one) => Object.values(one).some((value) => value !== ''));
        fc.pre(filled.length > 0 && !isReplaced && text.isWellFormed());
        const read = readTable(encodings[encoding](text));
        expect(read.map(({ cells }) => cells)).toEqual(filled);
      },
    ),
    { numRuns: runs },
  );
});

test('random amounts in US and German notation are read back to the cent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 13n }), fc.boolean(), (units, isGerman) => {
      const us = formatAmount(amountOf('USD', units));
      const text = isGerman ? us.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : us;
      expect(readFigure('USD', text).amount?.units).toBe(units);
    }),
    { numRuns: runs },
  );
});
