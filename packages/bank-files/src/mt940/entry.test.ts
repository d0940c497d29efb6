import { expect, test } from 'vitest';
import { toText } from '../decimal.ts';
import { parseEntry } from './entry.ts';

const read = (...lines: string[]) => {
  const { amount, ...entry } = parseEntry(lines);
  return { ...entry, amount: toText(amount, 'EUR') };
};

test.each([
  ['240430C12,50NTRFNONREF', '12.50', false],
  ['240430D141,48NTRFNONREF', '-141.48', false],
  ['240430C500,NTRFNONREF', '500.00', false],
  ['240430D000000000025,00N102EREF', '-25.00', false],
  ['240430C500NTRFNONREF', '500.00', false],
  ['240430DR20,00N037NONREF', '-20.00', false],
  ['240430CR,5N037NONREF', '0.50', false],
  ['240430CN0,01NTRFNONREF', '0.01', false],
  ['240430C12.5NTRFNONREF', '12.50', false],
  ['240430C0,NTRFNONREF', '0.00', false],
  ['240430RC204,88NRTINONREF', '-204.88', true],
  ['240430RD204,88NRTINONREF', '204.88', true],
  ['240430RCR204,88NRTINONREF', '-204.88', true],
  ['240430RDR204,88N068NONREF', '204.88', true],
])('reads the amount and the sign of %s', (line, amount, reversal) => {
  expect(read(line)).toMatchObject({ amount, reversal, expected: false });
});

test.each(['EC', 'ED'])('knows that %s is only expected', (mark) => {
  expect(read(`240430${mark}1,00NTRFNONREF`).expected).toBe(true);
});

test.each([
  ['240430C1,NTRFNONREF', '2024-04-30', '2024-04-30'],
  ['2404300502C1,NTRFNONREF', '2024-04-30', '2024-05-02'],
  ['2401021229C1,NTRFNONREF', '2024-01-02', '2023-12-29'],
  ['2312310102C1,NTRFNONREF', '2023-12-31', '2024-01-02'],
  ['2402290301C1,NTRFNONREF', '2024-02-29', '2024-03-01'],
  ['9912310101C1,NTRFNONREF', '1999-12-31', '2000-01-01'],
])('reads the dates of the MT940 entry %s', (line, value, booked) => {
  expect(read(line)).toMatchObject({ value, booked, warning: null });
});

test('reads a value date in a February of 30 days as its last day, with a warning', () => {
  const warning = 'The value date 230230 does not exist. It was read as 2023-02-28.';
  expect(read('2302300301D6,00N024NONREF')).toMatchObject({ value: '2023-02-28', booked: '2023-03-01', warning });
});

test.each(['230230C1,', '2303000301C1,', '2313010301C1,', '2304310501C1,', '2303010229C1,', '2303011301C1,'])(
  'refuses the dates of the MT940 entry %s',
  (line) => {
    expect(() => read(`${line}NTRFNONREF`)).toThrow('does not exist');
  },
);

test.each([
  '',
  '240430',
  '240430X1,00NTRF',
  '240430CNTRF',
  '2404C1,00',
  '240430C-1,00NTRF',
  '240430C1.000,00NTRF',
  '240430C1,0,0NTRF',
])('refuses the MT940 entry %j', (line) => {
  expect(() => read(line)).toThrow(/has no date, mark and amount|is not an amount/);
});

test.each([
  ['NTRFINV-7//BANK-9', 'NTRF', 'INV-7', 'BANK-9'],
  ['NTRFNONREF//BANK-9', 'NTRF', null, 'BANK-9'],
  ['NTRF//BANK-9', 'NTRF', null, 'BANK-9'],
  ['FMSC01916//NONREF', 'FMSC', '01916', 'NONREF'],
  ['N047NONREF', 'N047', null, null],
  ['NOV NONREF', 'NOV', null, null],
  ['NGT RED FOX', 'NGT', 'RED FOX', null],
  ['N102EREF            ', 'N102', null, null],
  ['NTRFKREF+//77', 'NTRF', null, '77'],
  [' NMSCNONREF', 'NMSC', null, null],
  ['NONREF', null, null, null],
  ['S   X', 'S', null, null],
  ['', null, null, null],
])('reads the type and the references of "%s"', (rest, type, reference, bankReference) => {
  expect(read(`240430C1,00${rest}`)).toMatchObject({ type, reference, bankReference });
});

test("reads the counterparty's account in the second line", () => {
  expect(read('240430D25,00N102EREF', 'NL70ABNA0987654321')).toMatchObject({
    counterpartyAccount: 'NL70ABNA0987654321',
  });
  expect(read('240430D25,00N102EREF', 'P001234567')).toMatchObject({ counterpartyAccount: 'P001234567' });
  expect(read('240430D25,00NTRFNONREF', '/OCMT/USD27,/')).toMatchObject({ counterpartyAccount: null });
});

test("reads the columns of Rabobank's older format", () => {
  expect(read('240430D44,95N0600733959555      RED FOX BV          ')).toMatchObject({
    type: 'N060',
    reference: null,
    counterpartyAccount: '0733959555',
    counterparty: 'RED FOX BV',
  });
  expect(read('240430D44,95N030NONREF          RED FOX BV')).toMatchObject({
    counterpartyAccount: null,
    counterparty: 'RED FOX BV',
  });
});
