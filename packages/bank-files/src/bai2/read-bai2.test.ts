import { expect, test } from 'vitest';
import { expectSameInPieces, onlyLine, readText } from '../../test/read-text.ts';
import { readBai2 } from './read-bai2.ts';

const start = ['01,021000021,FLORIN,240430,0829,7,80,1,2/', '02,FLORIN,021000021,1,240429,2400,USD,2/'];
const account = [
  '03,0123456789,,010,10000,,,015,12250,,,100,2500,1,,400,250,1,/',
  '16,195,2500,V,240430,,BANK-1,CUST-1,Incoming wire, fee 12/25 paid',
  '88,second line/',
  '16,495,250,Z,BANK-2,,Outgoing wire/',
];
const end = ['49,30000,5/'.replace('30000', '27750'), '98,27750,1,7/', '99,27750,1,9/'];
const file = [...start, ...account, ...end];
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Reads one transaction. */
const transaction = (...records: string[]) => onlyLine(text([...start, '03,1,,/', ...records]));

test('reads an account with its balances and transactions', () => {
  const { format, statements, warnings } = readText(text(file));
  expect({ format, warnings }).toEqual({ format: 'BAI2', warnings: [] });
  expect(statements).toMatchObject([
    {
      account: '0123456789',
      currency: 'USD',
      sequence: '7',
      from: '2024-04-29',
      to: '2024-04-29',
      opening: '100.00',
      closing: '122.50',
      adds_up: true,
      lines: [
        {
          booked: '2024-04-29',
          value: '2024-04-30',
          amount: '25.00',
          currency: 'USD',
          end_to_end_id: 'CUST-1',
          bank_reference: 'BANK-1',
          batch_reference: null,
          batch_id: null,
          remittance: 'Incoming wire, fee 12/25 paid second line',
          code: '195',
          reversal: false,
        },
        {
          booked: '2024-04-29',
          value: null,
          amount: '-2.50',
          end_to_end_id: null,
          bank_reference: 'BANK-2',
          batch_reference: null,
          batch_id: null,
          code: '495',
        },
      ],
    },
  ]);
});

test.each([
  ['records on one line', [file.join(' ').replace('paid 88', 'paid/ 88')]],
  ['records on one line without blanks', [`${start.join('')}${account[0]}`, ...account.slice(1), end.join('')]],
  ['lines that are filled with blanks', file.map((line) => line.padEnd(80))],
  [
    'a record that a line break cuts',
    [...start, '03,0123456789,,010,10000,,,015,122', '50,,,100,2500,1,,400,250,1,/', ...account.slice(1), ...end],
  ],
  [
    'a text that a line break cuts',
    [
      ...start,
      account[0] ?? '',
      '16,195,2500,V,240430,,BANK-1,CUST-1,Incoming wire, fee 12/25',
      'paid second line/',
      account[3] ?? '',
      '49,27750,4/',
      '98,27750,1,6/',
      '99,27750,1,8/',
    ],
  ],
  [
    'balances in continuations',
    [
      ...start,
      '03,0123456789,,010,10000,,,015/',
      '88,12250,,,100,2500,1,,400,250/',
      '88,1,/',
      ...account.slice(1),
      '49,27750,7/',
      '98,27750,1,9/',
      '99,27750,1,11/',
    ],
  ],
  ['blank lines and Windows line ends', [...file, ''].map((line) => `${line}\r`)],
])('reads a BAI2 file with %s', (_, lines) => {
  expect(readText(text(lines))).toEqual(readText(text(file)));
});

test('reads a text that looks like a record as text', () => {
  const { remittance } = transaction('16,195,2500,Z,,,INVOICES 09/16,000 UNITS', '16,000 MORE', '88,AND 03/49,50 USD');
  expect(remittance).toBe('INVOICES 09/16,000 UNITS 16,000 MORE AND 03/49,50 USD');
});

test('refuses an invalid transaction after a text without an end', () => {
  const { error } = readText(text([...start, '03,1,,/', '16,195,2500,Z,,,Text', '16,195,25.00,Z,,,Text']));
  expect(error).toBe('Account 1, line 5: "25.00" is not an amount.');
});

test('keeps slashes in BAI2 references', () => {
  expect(transaction('16,447,928650,,SPB/1,AB/GS/1,ACH payment')).toMatchObject({
    bank_reference: 'SPB/1',
    end_to_end_id: 'AB/GS/1',
  });
});

test.each([
  ['Z', null],
  ['', null],
  ['0', '2024-04-29'],
  ['1', null],
  ['2', null],
  ['V,240502,', '2024-05-02'],
  ['V,240502,1300', '2024-05-02'],
  ['V,,', null],
  ['S,100000,,150000', null],
  ['D,3,0,20000,1,30000,3,20000', null],
])('reads the references behind the funds type "%s"', (funds, value) => {
  expect(transaction(`16,195,70000,${funds},BANK,CUST,Text/`)).toMatchObject({
    amount: '700.00',
    value,
    bank_reference: 'BANK',
    end_to_end_id: 'CUST',
    remittance: 'Text',
  });
});

test.each([
  ['195', '1.00'],
  ['399', '1.00'],
  ['400', '-1.00'],
  ['699', '-1.00'],
  ['721', '1.00'],
  ['760', '-1.00'],
  ['925', '1.00'],
  ['965', '-1.00'],
])('knows the sign of the type code %s', (code, amount) => {
  expect(transaction(`16,${code},100,Z,,,/`)).toMatchObject({ amount, code });
});

test.each(['740', '799', '850', 'ABC', ''])('refuses the type code "%s", which has no sign', (code) => {
  expect(readText(text([...start, '03,1,,/', `16,${code},100,Z,,,/`])).error).toContain(
    'does not say whether it is a credit or a debit',
  );
});

test('does not read a line from BAI2 information without money', () => {
  const { statements, warnings } = readText(
    text([...start, '03,1,,/', '16,890,,,,,See letter/', '16,015,500,,,,/', '49,500,4/']),
  );
  expect(statements).toMatchObject([{ lines: [] }]);
  expect(warnings).toContain('Account 1: the type code 015 is not a movement.');
});

test.each([
  ['252', true],
  ['255', true],
  ['555', true],
  ['558', true],
  ['257', false],
  ['195', false],
])('knows whether the type code %s takes a line back', (code, reversal) => {
  expect(transaction(`16,${code},100,Z,,,/`).reversal).toBe(reversal);
});

test('takes the currency of the account, then of the group, then US dollars', () => {
  const currencies = (group: string, own: string) =>
    readText(text([start[0] ?? '', `02,A,B,1,240429,,${group},2/`, `03,1,${own},010,1500,,/`])).statements.map(
      ({ currency, opening }) => `${currency} ${opening}`,
    );
  expect([currencies('CAD', 'JPY'), currencies('CAD', ''), currencies('', '')]).toEqual([
    ['JPY 1500'],
    ['CAD 15.00'],
    ['USD 15.00'],
  ]);
});

test('takes only ledger balances as balances', () => {
  const { statements } = readText(text([...start, '03,1,,040,100,,,045,200,/', '49,300,2/']));
  expect(statements).toMatchObject([{ opening: null, closing: null, adds_up: null }]);
});

test('reads several groups and accounts, with negative balances and without lines', () => {
  const { statements, warnings } = readText(
    text([
      ...start,
      '03,1,,010,-500,,,015,-500,,/',
      '49,-1000,2/',
      '03,2,,010,0,,,015,00,,/',
      '49,0,2/',
      '98,-1000,2,6/',
      '02,A,B,1,240430,,CAD,2/',
      '03,1,,010,5,,,015,6,,/',
      '16,195,2,,,,/',
      '49,13,3/',
      '98,13,1,5/',
      '99,-987,2,13/',
    ]),
  );
  expect(warnings).toEqual([]);
  expect(
    statements.map(({ account: name, to, currency, closing, adds_up }) => [name, to, currency, closing, adds_up]),
  ).toEqual([
    ['1', '2024-04-29', 'USD', '-5.00', true],
    ['2', '2024-04-29', 'USD', '0.00', true],
    ['1', '2024-04-30', 'CAD', '0.06', false],
  ]);
});

test('warns of wrong control records', () => {
  const { warnings } = readText(text([...start, ...account, '49,1,5/', '98,1,1,8/', '99,x,1,9/']));
  expect(warnings).toEqual([
    'Account 0123456789: the control total is 1, but the amounts add up to 27750.',
    'Group of 2024-04-29: the control record counts 8 records, but there are 7.',
    'File: the control total "x" is not a number.',
  ]);
});

test('warns of a file that ends early', () => {
  const { statements, warnings } = readText(text([...start, ...account]));
  expect(statements).toMatchObject([{ adds_up: true, lines: [{}, {}] }]);
  expect(warnings).toEqual([
    'Account 0123456789: there is no control record (49). The file may be incomplete.',
    'The file has no end record (99). It may be incomplete.',
  ]);
});

test('accepts a file without accounts', () => {
  expect(readText(text(['01,A,B,240430,0829,7,,,2/', '99,0,0,2/']))).toMatchObject({
    statements: [],
    warnings: ['The file has no accounts.'],
  });
});

test.each([
  [
    'an amount with a point',
    [...start, '03,1,,/', '16,195,25.00,Z,,,/'],
    'Account 1, line 4: "25.00" is not an amount.',
  ],
  ['a missing amount', [...start, '03,1,,/', '16,195,,Z,,,/'], '"" is not an amount'],
  [
    'a date that does not exist',
    [start[0] ?? '', '02,A,B,1,240231,,USD,2/'],
    'Line 2: The date 240231 does not exist.',
  ],
  [
    'a value date that does not exist',
    [...start, '03,1,,/', '16,195,1,V,240231,,,,/'],
    'value date "240231" does not exist',
  ],
  ['a transaction without an account', [...start, '16,195,1,Z,,,/'], 'has no account'],
  ['an account without a group', [start[0] ?? '', '03,1,,/'], 'has no group'],
  ['a group that deletes', [start[0] ?? '', '02,A,B,2,240429,,USD,2/'], 'deletes an earlier one'],
  ['a test', [start[0] ?? '', '02,A,B,4,240429,,USD,2/'], 'is a test'],
  ['an unknown record', [...start, '04,1,,/'], 'Line 3: The record code 04 is unknown.'],
  ['an unknown currency', [...start, '03,1,dollars,/'], 'is not a currency'],
])('refuses a BAI2 file with %s', (_, lines, message) => {
  expect(readText(text(lines)).error).toContain(message);
});

test('reads BAI2 with the same result wherever the text is cut', () => {
  expectSameInPieces(readBai2, `${file.join('\r\n')}\r\n`);
  expectSameInPieces(readBai2, file.slice(0, 5).join(' '));
});

test('rejects a negative amount of a transaction, because the type code already has the sign', () => {
  expect(transaction('16,195,+2500,Z,,,').amount).toBe('25.00');
  for (const code of ['195', '495'])
    expect(() => transaction(`16,${code},-2500,Z,,,`)).toThrow('a negative amount, which leaves its sign in doubt');
});
