import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BankFileReader, checkFile } from '../src/index.ts';
import { camtFile, decimalOf, manyEntries, sumOf, type WrittenEntry, type WrittenStatement } from './camt-writer.ts';
import { eventsOf } from './camt-text.ts';
import { mutated, randomFrom } from './mutations.ts';
import { days, printable, references } from './writable.ts';

const account = 'DE02120300000000202051';
const cents = fc.bigInt(-(10n ** 15n), 10n ** 15n);
const detail = fc.record({
  cents: cents.filter((value) => value !== 0n), // a zero has no role in version 02
  name: printable(100),
  account: fc.stringMatching(/^GB[0-9]{20}$/),
  bank: fc.constantFrom(null, 'NOTPROVIDED', 'COBADEFFXXX'),
  text: printable(100),
  end_to_end_id: references,
  bank_reference: references,
});
const entry = fc
  .record({ booked: days, value: days, details: fc.array(detail, { minLength: 1, maxLength: 4 }) })
  .map(({ details, ...rest }) => ({ ...rest, details: sameSigns(details) }));
const statement = fc.record({
  account: fc.constant(account),
  sequence: fc.stringMatching(/^[1-9]\d{0,5}$/),
  opening: cents,
  entries: fc.array(entry, { maxLength: 5 }),
});

/** Version 02 has no sign for each payment, so all payments of an entry have the same sign. */
function sameSigns<Detail extends { readonly cents: bigint }>(details: readonly Detail[]): readonly Detail[] {
  const isDebit = (details[0]?.cents ?? 0n) < 0n;
  return details.map((each) => ({ ...each, cents: each.cents < 0n === isDebit ? each.cents : -each.cents }));
}

const formats = ['camt.052', 'camt.053', 'camt.054'] as const;

test.each(formats)('reads random files of %s back equal, in pieces of any size', (format) => {
  fc.assert(
    fc.property(
      fc.array(statement, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('02' as const, '08' as const),
      fc.constantFrom('', 'ns2'),
      fc.integer({ min: 1, max: 5_000 }),
      (statements, version, prefix, size) => {
        const bytes = Buffer.from([...camtFile(statements, { format, version, prefix })].join(''));
        const [file] = checkFile('f', piecesOf(bytes, size));
        expect(file).toMatchObject({ format, warnings: [] });
        expect(file).not.toHaveProperty('error');
        expect(file?.statements).toMatchObject(
          statements.map((written) => ({
            account,
            currency: 'EUR',
            sequence: written.sequence,
            ...(format === 'camt.054' ? noBalances : balancesOf(written)),
            lines: [...written.entries].flatMap(writtenLines),
          })),
        );
      },
    ),
    { numRuns: 200 },
  );
});

const noBalances = { opening: null, closing: null, adds_up: null };
const balancesOf = ({ opening, entries }: WrittenStatement) => ({
  opening: decimalOf(opening),
  closing: decimalOf([...entries].reduce((sum, each) => sum + sumOf(each), opening)),
  adds_up: true,
});

const writtenLines = ({ booked, value, details }: WrittenEntry) =>
  details.map((each) => ({
    booked,
    value,
    amount: decimalOf(each.cents),
    counterparty: each.name,
    counterparty_account: each.account,
    remittance: each.text,
    end_to_end_id: each.end_to_end_id,
    bank_reference: each.bank_reference,
    code: 'PMNT-RCDT-ESCT',
  }));

function* piecesOf(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

test('returns lines while it reads a file', () => {
  const reader = new BankFileReader('f');
  const counts: number[] = [];
  let piece = '';
  const write = () => counts.push(reader.write(Buffer.from(piece)).filter(({ kind }) => kind === 'line').length);
  for (const part of camtFile([{ account, sequence: '1', opening: 0n, entries: manyEntries(2_000) }])) {
    piece += part;
    if (piece.length < 65_536) continue;
    write();
    piece = '';
  }
  expect(Math.min(...counts.slice(1))).toBeGreaterThan(40);
});

test('refuses or reads 25,000 damaged files, and never crashes or hangs', () => {
  const random = randomFrom(20260301);
  const original = [
    ...camtFile([{ account, sequence: '1', opening: 5n, entries: manyEntries(3) }], { version: '02' }),
  ].join('');
  let refused = 0;
  for (let index = 0; index < 25_000; index += 1) {
    const damaged = mutated(original, random);
    if (typeof eventsOf([damaged]) === 'string') refused += 1;
  }
  expect(refused).toBeGreaterThan(6_000);
  expect(refused).toBeLessThan(24_000);
}, 300_000);
