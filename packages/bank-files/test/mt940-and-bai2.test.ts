import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBai2 } from '../src/bai2/read-bai2.ts';
import { readMt94x } from '../src/mt940/read-mt94x.ts';
import { closingOf, decimalText, randomStatement, type RandomLine, type RandomStatement } from './random-statement.ts';
import { eventsOf, readText } from './read-text.ts';
import { writeBai2 } from './write-bai2.ts';
import { writeMt940, writeMt942, type Mt940Style } from './write-mt940.ts';

const seed = 940;

function expectReadBack(text: string, statement: RandomStatement, lineOf: (line: RandomLine) => object): void {
  const [opening, closing] = [decimalText(statement.opening), decimalText(closingOf(statement))];
  expectLines(text, statement, lineOf, { opening, closing, adds_up: true });
}

function expectLines(
  text: string,
  statement: RandomStatement,
  lineOf: (line: RandomLine) => object,
  head: object,
): void {
  const { statements, warnings, error } = readText(text);
  expect({ warnings, error }).toEqual({ warnings: [], error: undefined });
  expect(statements).toMatchObject([
    {
      ...head,
      lines: statement.lines.map((line) => ({
        amount: decimalText(line.cents),
        value: line.value,
        remittance: line.remittance,
        bank_reference: line.bankReference,
        reversal: line.reversal,
        ...lineOf(line),
      })),
    },
  ]);
}

const parties = ({ counterparty, account, endToEndId }: RandomLine) => ({
  counterparty,
  counterparty_account: account,
  end_to_end_id: endToEndId,
});

const styles: readonly [Mt940Style, (line: RandomLine) => object][] = [
  ['structured', parties],
  ['slashes', parties],
  ['free', () => ({ counterparty: null })],
];

test.each(styles)(
  'reads back random MT940 statements in the style "%s"',
  (style, more) => {
    fc.assert(
      fc.property(randomStatement, (statement) =>
        expectReadBack(writeMt940(statement, style), statement, (line) => ({ booked: line.booked, ...more(line) })),
      ),
      { seed, numRuns: 300 },
    );
  },
  300_000,
);

test.each(styles)(
  'reads back random MT942 reports in the style "%s"',
  (style, more) => {
    const head = { opening: null, closing: null, adds_up: null };
    const lineOf = (line: RandomLine) => ({ booked: line.booked, ...more(line) });
    fc.assert(
      fc.property(randomStatement, (report) => expectLines(writeMt942(report, style), report, lineOf, head)),
      { seed, numRuns: 300 },
    );
  },
  300_000,
);

test('reads back random BAI2 statements', () => {
  fc.assert(
    fc.property(randomStatement, (statement) =>
      expectReadBack(writeBai2(statement), statement, ({ endToEndId }) => ({
        booked: '2024-04-30',
        end_to_end_id: endToEndId,
      })),
    ),
    { seed, numRuns: 300 },
  );
}, 300_000);

/** Returns numbers from 0 to below a limit. The same seed gives the same numbers. */
function randomNumbers(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const fragments = [
  '\r\n',
  '\n',
  ':61:',
  ':86:',
  ':62F:',
  ':20:',
  '-}',
  '{1:F01',
  '?20',
  '?',
  '/EREF/',
  'EREF+',
  ',',
  '/',
  '88,',
  '/ 16,195,',
  '49,',
  '\u0000',
  'ß',
  '99999999',
  '-',
  ' ',
];

/** Deletes, repeats, moves and inserts parts of a text. */
function mutated(text: string, random: (limit: number) => number): string {
  let result = text;
  for (let count = random(4) + 1; count > 0; count--) {
    const start = random(result.length + 1);
    const end = Math.min(result.length, start + random(30));
    const part = result.slice(start, end);
    const fragment = fragments[random(fragments.length)] ?? '';
    const replacement =
      [``, part + part, fragment, part.split('').toReversed().join(''), part + fragment][random(5)] ?? '';
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return random(10) === 0 ? result.slice(0, random(result.length + 1)) : result;
}

const samples = fc.sample(randomStatement, { seed, numRuns: 40 }).filter(({ lines }) => lines.length > 0);

test.each([
  [
    'MT940',
    readMt94x,
    samples.flatMap((statement) => [
      writeMt940(statement, 'structured'),
      writeMt940(statement, 'slashes'),
      writeMt940(statement, 'free'),
    ]),
  ],
  ['BAI2', readBai2, samples.map(writeBai2)],
] as const)(
  'reads or refuses 25,000 damaged %s files',
  (_, open, texts) => {
    const random = randomNumbers(seed);
    const errors = new Set<string>();
    for (let count = 0; count < 25_000; count++) {
      const text = mutated(texts[count % texts.length] ?? '', random);
      const last = eventsOf(open, [text]).at(-1);
      if (typeof last === 'string') errors.add(last);
    }
    expect(errors.size).toBeGreaterThan(10);
  },
  300_000,
);

const long = 300_000;
const repeated = (part: string): string => part.repeat(Math.ceil(long / part.length));
const entry = ':20:X\n:60F:C240430EUR0,\n:61:240430C1,NTRFNONREF\n:86:';
const group = '01,A,B,240430,,1,,,2/\n02,A,B,1,240430,,USD,2/\n03,1,,/\n16,195,1,Z,,,';

test.each([
  ...[
    '?',
    '?20',
    '?20EREF+',
    'EREF+',
    ' ',
    '/EREF/',
    '/',
    'A/',
    '1',
    'BEA NR:',
    'GIRO ',
    'NAAM:',
    '{1:',
    '-}',
    ':',
    '\n:',
    '\n',
    '\n ',
    '\nx',
    '\n:61:',
  ].flatMap((part) => [
    ['MT940', readMt94x, `${entry}${repeated(part)}`] as const,
    ['MT940', readMt94x, `${entry}166?20X${repeated(part)}`] as const,
    ['MT940', readMt94x, `${entry}/EREF/${repeated(part)}`] as const,
    ['MT940', readMt94x, `:20:X\n:60F:C240430EUR0,\n:61:240430C1${repeated(part)}`] as const,
  ]),
  ...[
    '/',
    '/ ',
    ' ',
    ',',
    '/16,',
    '/ 16,195,1,Z',
    '/03,',
    '/49,1',
    '1',
    '\n88,',
    '\nx',
    'ORG:',
    'reason ',
    'R01 ',
    'D,999,',
  ].flatMap((part) => [
    ['BAI2', readBai2, `${group}${repeated(part)}`] as const,
    ['BAI2', readBai2, `${group}/\n03,2,,${repeated(part)}`] as const,
  ]),
])(
  'reads a hostile %s file to its end',
  (_, open, text) => {
    expect(eventsOf(open, [text])).not.toEqual([]);
  },
  300_000,
);
