import { expect, test } from 'vitest';
import {
  addenda05,
  addenda98,
  addenda99,
  readNachaFile as read,
  recordsOf,
  type TestBatch,
} from '../../test/nacha-file.ts';

const linesOf = (...batches: TestBatch[]) => read(recordsOf(batches)).statements.flatMap(({ lines }) => lines);
const lineOf = (batch: TestBatch) => linesOf(batch)[0];

test('reads a payment with all its fields', () => {
  const file = read(recordsOf([{ entries: [{ addenda: [addenda05('INVOICE 12  RF18 5390 0754 7034')] }] }]));
  expect(file).toEqual({
    file: 'test.ach',
    format: 'NACHA',
    statements: [
      {
        account: '1987654321',
        currency: 'USD',
        sequence: '0000001',
        from: '2026-11-30',
        to: '2026-11-30',
        opening: null,
        closing: null,
        adds_up: null,
        lines: [
          {
            booked: '2026-11-30',
            value: '2026-11-30',
            amount: '12.50',
            currency: 'USD',
            counterparty: 'ANNA BELL',
            counterparty_account: '123456789',
            remittance: 'INVOICE 12 RF18 5390 0754 7034',
            payment_reference: 'RF18539007547034',
            end_to_end_id: 'P1',
            bank_reference: '091000010000001',
            batch_reference: null,
            batch_id: null,
            reversal: false,
            return_reason: null,
            code: 'PPD-22',
            charges: null,
          },
        ],
      },
    ],
    statuses: [],
    notices: [],
    warnings: [],
  });
});

test.each([
  ['21', '12.50'],
  ['22', '12.50'],
  ['32', '12.50'],
  ['42', '12.50'],
  ['51', '12.50'],
  ['52', '12.50'],
  ['26', '-12.50'],
  ['27', '-12.50'],
  ['37', '-12.50'],
  ['47', '-12.50'],
  ['55', '-12.50'],
  ['56', '-12.50'],
])('gives the transaction code %s the amount %s', (code, amount) => {
  expect(lineOf({ entries: [{ code }] })?.amount).toBe(amount);
});

test.each(['20', '25', '2A', '60', '99', '  '])('refuses the transaction code "%s"', (code) => {
  expect(read(recordsOf([{ entries: [{ code }] }])).error).toBe(
    `Record 3 in batch 0000001: the transaction code "${code.trim()}" is unknown.`,
  );
});

test('reads a return with its reason and the trace number of the original payment', () => {
  const returned = { code: '21', addenda: [addenda99('R03', '021000020000007', 'NO ACCOUNT')] };
  expect(lineOf({ entries: [returned] })).toMatchObject({
    amount: '12.50',
    return_reason: 'R03',
    bank_reference: '021000020000007',
    remittance: 'NO ACCOUNT',
    end_to_end_id: 'P1',
  });
});

test('reads a dishonored return and a contested return without reading numbers as text', () => {
  const original = '021000020000007';
  const dishonored = `799R61${original}      09100001   09100001000000133403${'WRONG AMOUNT'.padEnd(21)}021000020000001`;
  const returned = '26113009100001333091000010000001334';
  const contested = `799R73${original}${returned}03${original}33561 021000020000001`;
  const lines = linesOf({
    entries: [
      { code: '21', addenda: [dishonored] },
      { code: '21', addenda: [contested] },
    ],
  });
  expect(lines.map((line) => [line.return_reason, line.bank_reference, line.remittance])).toEqual([
    ['R61', '021000020000007', 'WRONG AMOUNT'],
    ['R73', '021000020000007', null],
  ]);
});

test('reads notifications of change as notices, not as lines', () => {
  const file = read(
    recordsOf([
      {
        entryClass: 'COR',
        entries: [
          { code: '21', amount: 0, addenda: [addenda98('C01', '021000020000007', '1918171614')] },
          {
            code: '21',
            amount: 0,
            addenda: [addenda98('C61', '021000020000008', '1918171614'.padEnd(29) + 'C010000001')],
          },
        ],
      },
    ]),
  );
  expect(file.notices).toEqual([
    { code: 'C01', id: '021000020000007', text: '1918171614' },
    { code: 'C61', id: '021000020000008', text: '1918171614' },
  ]);
  expect(file.statements.map(({ lines }) => lines)).toEqual([[]]);
});

test('warns about a notification of change with an amount, and does not read a line', () => {
  const file = read(
    recordsOf([{ entryClass: 'COR', entries: [{ code: '21', addenda: [addenda98('C01', '021000020000007', '2')] }] }]),
  );
  expect(file.statements[0]?.lines).toEqual([]);
  expect(file.warnings).toEqual([
    'Record 5 in batch 0000001: the notification of change before has an amount, which is not read.',
  ]);
});

test('reads a file whose routing numbers are masked', () => {
  const [header = '', ...rest] = recordsOf([{ entries: [{}] }]);
  expect(read([header.replace('091000019', 'YYYYYYYYY'), ...rest]).statements).toHaveLength(1);
});

test('reads several batches as several statements', () => {
  const batches: TestBatch[] = [
    { entries: [{}], effective: '' },
    { entryClass: 'CCD', number: '0000002', description: 'REVERSAL', entries: [{ code: '27', amount: 5 }] },
  ];
  const { statements, error } = read(recordsOf(batches));
  expect(error).toBeUndefined();
  expect(statements.map(({ sequence, from }) => [sequence, from])).toEqual([
    ['0000001', null],
    ['0000002', '2026-11-30'],
  ]);
  expect(statements[1]?.lines[0]).toMatchObject({ amount: '-0.05', reversal: true, code: 'CCD-27' });
});

test('reads a file without batches and a batch without entries', () => {
  expect(read(recordsOf([]))).toMatchObject({ statements: [], warnings: [] });
  expect(read(recordsOf([{ entries: [] }])).statements).toMatchObject([{ lines: [] }]);
});

test('takes the settlement day if the effective date is missing, even across the end of a year', () => {
  const dates = (effective: string, settlement: string) => {
    const line = lineOf({ effective, settlement, entries: [{}] });
    return [line?.booked, line?.value];
  };
  expect(dates('261231', '004')).toEqual(['2026-12-31', '2027-01-04']);
  expect(dates('270104', '365')).toEqual(['2027-01-04', '2026-12-31']);
  expect(dates('', '334')).toEqual(['2026-11-30', '2026-11-30']);
  expect(dates('000000', '')).toEqual([null, null]);
});

test('reads zero amounts of prenotes and of payments that only carry a text', () => {
  const batch = {
    entries: [
      { code: '23', amount: 0 },
      { code: '24', amount: 0, addenda: [addenda05('HELLO')] },
    ],
  };
  expect(linesOf(batch).map(({ amount, code }) => [amount, code])).toEqual([
    ['0.00', 'PPD-23'],
    ['0.00', 'PPD-24'],
  ]);
});

test('warns about a prenote with an amount', () => {
  expect(read(recordsOf([{ entries: [{ code: '23' }] }])).warnings).toEqual([
    'Record 3 in batch 0000001: a prenote has an amount.',
  ]);
});

test('joins texts of several addenda records, even within a word, and cuts long texts', () => {
  const batch = (addenda: string[]): TestBatch => ({ entryClass: 'CTX', entries: [{ addenda }] });
  expect(lineOf(batch([addenda05('A'.repeat(78) + 'BE'), addenda05('GIN', 2), addenda05('END', 3)]))?.remittance).toBe(
    `${'A'.repeat(78)}BEGIN END`,
  );
  expect(lineOf(batch(Array<string>(900).fill(addenda05('X'.repeat(80)))))?.remittance).toHaveLength(2_000);
});

test('reads the fields at the positions of each entry class', () => {
  const account = '123456789'.padEnd(17) + '0000001250';
  const middle = (text: string) => `${account}${text.padEnd(40)}`;
  const fieldsOf = (entryClass: string, text: string) => {
    const line = lineOf({ entryClass, entries: [{ middle: middle(text) }] });
    return [line?.end_to_end_id, line?.counterparty];
  };
  expect(fieldsOf('CTX', 'ID15'.padEnd(15) + '0000BELL INC'.padEnd(22))).toEqual(['ID15', 'BELL INC']);
  expect(fieldsOf('CIE', 'ANNA BELL'.padEnd(15) + 'ID22')).toEqual(['ID22', 'ANNA BELL']);
  expect(fieldsOf('MTE', 'ANNA BELL'.padEnd(22) + 'ID15')).toEqual(['ID15', 'ANNA BELL']);
  expect(fieldsOf('POP', 'CHECK1'.padEnd(9) + 'CITYNYANNA BELL')).toEqual(['CHECK1', 'ANNA BELL']);
  expect(fieldsOf('SHR', '1230REF4567    4111111111111111')).toEqual(['REF4567', null]);
});

test('reads the name, id and text of an international payment from its addenda', () => {
  const middle = '0009'.padEnd(17) + '0000001250' + 'DE89370400440532013000'.padEnd(35) + '    1';
  const record = (text: string) => text.padEnd(87) + '0000001';
  const addenda = [
    record(`710ANN${''.padStart(18, '0')}${''.padEnd(22)}JOSE GARCIA`),
    record('711FLORIN TEST'),
    record('712NEW YORK*NY\\'),
    record('713FIRST BANK'),
    record('714DEUTSCHE BANK'),
    record(`715${'R-77'.padEnd(15)}STREET 1`),
    record('716BERLIN\\'),
    record('717INVOICE 9'),
    record('718OTHER BANK'),
  ];
  expect(lineOf({ entryClass: 'IAT', entries: [{ middle, addenda }] })).toMatchObject({
    amount: '12.50',
    counterparty: 'JOSE GARCIA',
    counterparty_account: 'DE89370400440532013000',
    end_to_end_id: 'R-77',
    remittance: 'INVOICE 9',
    code: 'IAT-22',
  });
});

test('reads an accounting advice with wider totals and alternating codes', () => {
  const middle = (amount: string) =>
    '123456789'.padEnd(15) + amount + '091000010' + ''.padEnd(5) + ' ' + 'BELL INC'.padEnd(22) + '  0';
  const entries = [
    { code: '81', middle: middle('000000001250') },
    { code: '82', middle: middle('012345678900') },
  ];
  expect(linesOf({ entryClass: 'ADV', entries }).map(({ amount, counterparty }) => [amount, counterparty])).toEqual([
    ['12.50', 'BELL INC'],
    ['-123456789.00', 'BELL INC'],
  ]);
});
