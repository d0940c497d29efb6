import { expect, test } from 'vitest';
import { reasonText } from './reasons.ts';

test.each([
  ['AC04', 'The account is closed.'],
  ['am04', 'There is not enough money on the account.'],
  ['R01', 'There is not enough money on the account.'],
  ['C01', 'The account number is wrong.'],
  ['not stated', 'The bank did not state the reason.'],
  ['XX99', null],
  ['constructor', null],
  ['', null],
])('says in plain words what %j means', (code, text) => {
  expect(reasonText(code)).toBe(text);
});

test('knows all return reasons of NACHA and the ordinary reasons of ISO 20022', () => {
  const numbers = (letter: string, from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${letter}${String(from + index).padStart(2, '0')}`);
  const nacha = [
    ...numbers('R', 1, 47),
    ...numbers('R', 50, 53),
    ...numbers('R', 61, 77),
    ...numbers('R', 80, 85),
    ...numbers('C', 1, 14),
  ];
  const iso = ['AC01', 'AC04', 'AC06', 'AM04', 'AG01', 'BE01', 'FOCR', 'MD07', 'MS03', 'NARR', 'RC01', 'RR04', 'SL01'];
  expect([...nacha, ...iso].filter((code) => reasonText(code) === null)).toEqual([]);
});
