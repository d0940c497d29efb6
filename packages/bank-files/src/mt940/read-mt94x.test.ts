import { expect, test } from 'vitest';
import { expectSameInPieces, onlyLine, readText } from '../../test/read-text.ts';
import { readMt94x } from './read-mt94x.ts';

const head = [':20:DAY-114', ':25:DE02120300000000202051', ':28C:00114/001'];
const page = [
  ...head,
  ':60F:C240429EUR100,00',
  ':61:2404300430C12,50NTRFNONREF//B1',
  ':86:Rent',
  ':62F:C240430EUR112,50',
];
const text = (lines: readonly string[]): string => `${lines.join('\r\n')}\r\n`;

test('reads a statement with its balances, dates and numbers', () => {
  const { format, statements, warnings } = readText(text([...page, '-']));
  expect({ format, warnings }).toEqual({ format: 'MT940', warnings: [] });
  expect(statements).toEqual([
    {
      account: 'DE02120300000000202051',
      currency: 'EUR',
      sequence: '00114/001',
      from: '2024-04-29',
      to: '2024-04-30',
      opening: '100.00',
      closing: '112.50',
      adds_up: true,
      lines: [
        {
          booked: '2024-04-30',
          value: '2024-04-30',
          amount: '12.50',
          currency: 'EUR',
          counterparty: null,
          counterparty_account: null,
          remittance: 'Rent',
          payment_reference: null,
          end_to_end_id: null,
          bank_reference: 'B1',
          batch_reference: null,
          batch_id: null,
          reversal: false,
          return_reason: null,
          code: 'NTRF',
          charges: null,
        },
      ],
    },
  ]);
});

test.each([
  ['SWIFT blocks', ['{1:F01TESTNL2AXXX00001}{2:I940TESTNL2AXXXN}{4:', ...page, '-}{5:{CHK:123456789ABC}}']],
  ['blocks on lines of their own', ['{1:F01TESTNL2AXXX00001}', '{2:O9400000}', '{4:', ...page, '-}']],
  ['a first field behind the blocks', [`{1:F01TESTNL2AXXX00001}{4:${page[0]}`, ...page.slice(1), '-}']],
  ['frames of control characters', ['\u0001{1:F01TESTCHBEXXX00001}{4:', ...page, '-}\u0003']],
  ['lines of ABN AMRO before it', ['ABNANL2A', '940', 'ABNANL2A', ...page, '-']],
  ['a line of Rabobank before it', [':940:', ...page]],
  ['a blank line before it', ['', ...page]],
  ['a byte order mark', [`\ufeff${page[0]}`, ...page.slice(1)]],
  ['no end', page],
  ['an end on the last line', ['{1:F01TESTNL2AXXX00001}{4:', ...page.slice(0, -1), `${page.at(-1)}-}`]],
  [
    'unknown fields',
    [...page.slice(0, 3), ':99X:hello', 'world', ...page.slice(3), ':64:C240430EUR112,50', ':65F:Dnull'],
  ],
  ['text behind the closing balance', [...page, ':86:Interest 0,5 %', 'from May on']],
])('reads an MT940 message with %s', (_, lines) => {
  const { statements, warnings, error } = readText(text(lines));
  expect({ statements, warnings, error }).toEqual({
    ...readText(text(page)),
    file: undefined,
    format: undefined,
    statuses: undefined,
    notices: undefined,
    error: undefined,
  });
});

test.each(['\n', '\r', '\r\n'])('reads lines that end with %j', (end) => {
  expect(readText(page.join(end))).toEqual(readText(text(page)));
});

test('reads several messages, even on one line and without ends', () => {
  const swift = `{1:F01TESTNL2AXXX00001}{4:\r\n${text(page)}-}`;
  const once = readText(swift).statements[0];
  expect(readText(`\u0001${swift}\u0003\u0001${swift}\u0003`).statements).toEqual([once, once]);
  expect(readText(text([...page, ...page])).statements).toEqual([once, once]);
  expect(readText(text([...page, '-', '', ...page, '-', ''])).statements).toEqual([once, once]);
});

test('reads several accounts in one file', () => {
  const other = page.map((line) => line.replace(/^:25:.*/, ':25:50880050/0194777100'));
  expect(readText(text([...page, ...other])).statements.map(({ account }) => account)).toEqual([
    'DE02120300000000202051',
    '50880050/0194777100',
  ]);
});

test('reads pages as statements that continue each other', () => {
  const { statements } = readText(
    text([
      ...page.slice(0, -1),
      ':62M:C240430EUR112,50',
      ':60M:C240430EUR112,50',
      ':61:240430D2,5NCHGNONREF',
      ':62F:C240430EUR110,',
    ]),
  );
  expect(statements.map(({ account, opening, closing, adds_up }) => [account, opening, closing, adds_up])).toEqual([
    ['DE02120300000000202051', '100.00', '112.50', true],
    ['DE02120300000000202051', '112.50', '110.00', true],
  ]);
});

test('reads a statement without lines', () => {
  const { statements, warnings } = readText(text([...head, ':60F:C240429EUR0,', ':62F:C240501EUR0,']));
  expect(statements).toMatchObject([{ opening: '0.00', closing: '0.00', adds_up: true, to: '2024-05-01', lines: [] }]);
  expect(warnings).toEqual([]);
});

test('reads a negative closing balance that is dated the next day', () => {
  const { statements } = readText(
    text([...head, ':60F:D240429EUR1,5', ':61:2404290430D2,NMSCNONREF', ':86:Fee', ':62F:D240430EUR3,50']),
  );
  expect(statements).toMatchObject([{ opening: '-1.50', closing: '-3.50', adds_up: true, to: '2024-04-30' }]);
});

test('reports a statement that does not add up', () => {
  expect(readText(text([...page.slice(0, -1), ':62F:C240430EUR112,51'])).statements[0]?.adds_up).toBe(false);
});

test('warns of a statement without a closing balance', () => {
  const { statements, warnings } = readText(text(page.slice(0, -1)));
  expect(statements).toMatchObject([{ closing: null, adds_up: null, lines: [{ amount: '12.50' }] }]);
  expect(warnings).toEqual(['Statement "DAY-114": there is no closing balance. The file may be incomplete.']);
});

test('reads MT942 without balances, and leaves out expected movements', () => {
  const { format, statements, warnings } = readText(
    text([
      ':20:INTRADAY',
      ':25:PL61109010140000071219812874',
      ':28C:1/1',
      ':34F:PLND0,',
      ':34F:PLNC0,',
      ':13D:2404301815+0100',
      ':61:2404300430CN0,01NTRFNONREF//1',
      ':86:first',
      ':61:2404300430EC7,00NTRFNONREF//2',
      ':86:expected',
      ':61:2404300430ED7,00NTRFNONREF//3',
      ':90D:0PLN0,',
      ':90C:1PLN0,01',
      '-',
    ]),
  );
  expect({ format, warnings }).toEqual({ format: 'MT942', warnings: [] });
  expect(statements).toMatchObject([
    { currency: 'PLN', opening: null, closing: null, adds_up: null, lines: [{ amount: '0.01', remittance: 'first' }] },
  ]);
});

test('recognizes MT942 by its header', () => {
  expect(readText(text(['{1:F01TESTNL2AXXX00001}{2:O9421200}{4:', ...head, ':34F:EUR0,', '-}'])).format).toBe('MT942');
});

test.each([
  [':25:NL71RABO0123456789 EUR', 'NL71RABO0123456789'],
  [':25:NL71RABO0123456789EUR', 'NL71RABO0123456789'],
  [':25:70011110/4005287001EUR', '70011110/4005287001'],
  [':25:1291.99.348EUR', '1291.99.348'],
  [':25:/PL61109010140000071219812874', 'PL61109010140000071219812874'],
  [':25P:DE02120300000000202051', 'DE02120300000000202051'],
  [':25:MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  [':25:TRIODOSBANK/0390123456', 'TRIODOSBANK/0390123456'],
])('reads the account of the MT940 field %s', (field, account) => {
  expect(readText(text([':20:X', field, ...page.slice(2)])).statements[0]?.account).toBe(account);
});

test('reads a line that begins with a colon as text unless the line is a field', () => {
  const description = [
    '166?00CREDIT?20SVWZ+Started 2024-04-30T16',
    ':26:37 by KD',
    ':KO:NR:4711 at 13',
    ':20:15 sharp?32JANE ROE',
  ];
  const line = onlyLine(text([...page.slice(0, 5), `:86:${description.join('\r\n')}`, ...page.slice(6)]));
  expect(line.remittance).toBe('Started 2024-04-30T16:26:37 by KD:KO:NR:4711 at 13:20:15 sharp');
  expect(line.counterparty).toBe('JANE ROE');
});

test('joins several fields 86 of one movement', () => {
  expect(onlyLine(text([...page.slice(0, 6), ':86:for May', ...page.slice(6)])).remittance).toBe('Rent for May');
});

test('names the place of an error in an MT940 file', () => {
  const broken = [...page.slice(0, 4), ':61:2404310430C12,50NTRFNONREF', ...page.slice(5)];
  expect(readText(text(broken)).error).toBe('Statement "DAY-114", line 5: The date 240431 does not exist.');
});

test.each([
  ['two currencies', [...page.slice(0, -1), ':62F:C240430USD112,50'], 'in EUR and in USD'],
  ['two closing balances', [...page, ':62F:C240430EUR112,51'], 'two closing balances'],
  ['a balance without a sign', [...head, ':60F:240429EUR100,00'], 'is not a balance'],
  ['an amount with two commas', [...head, ':60F:C240429EUR1,000,00'], 'is not an amount'],
  ['a point that may separate thousands', [...head, ':60F:C240429EUR1.000'], 'is not an amount'],
  ['a movement without a currency', [':20:X', ':25:1', page[4] ?? ''], 'currency of the account is missing'],
  ['a description as the account', [':20:X', ':25:166?00CREDIT?20SVWZ+Rent'], 'is not an account'],
])('refuses an MT940 message with %s', (_, lines, message) => {
  expect(readText(text(lines)).error).toContain(message);
});

test('accepts a first balance without a date', () => {
  expect(readText(text([...head, ':60F:C000000EUR0,00', ...page.slice(4)])).statements[0]).toMatchObject({
    from: null,
    opening: '0.00',
  });
});

test('keeps all decimals of an amount, with a warning', () => {
  const { statements, warnings } = readText(text(page.map((line) => line.replace('C12,50N', 'C12,505N'))));
  expect(statements).toMatchObject([{ adds_up: false, lines: [{ amount: '12.505' }] }]);
  expect(warnings).toEqual(['Statement 1, line 1 has more decimals than EUR has.']);
});

test('cuts an MT940 text that is too long', () => {
  const lines = Array.from({ length: 1_000 }, () => 'x'.repeat(65));
  expect(onlyLine(text([...page.slice(0, 6), ...lines, ...page.slice(6)])).remittance).toHaveLength(2_000);
});

test('reads MT940 with the same result wherever the text is cut', () => {
  expectSameInPieces(
    readMt94x,
    `\u0001{1:F01TESTNL2AXXX00001}{4:\r\n${text(page)}-}\u0003\u0001${text(['{4:', ...page, '-}'])}`,
  );
  expectSameInPieces(readMt94x, [...page, '', ...page.slice(0, 5)].join('\r'));
});
