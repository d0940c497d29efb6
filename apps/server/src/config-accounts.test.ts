import { expect, test } from 'vitest';
import { problemsOfNumbers } from './config-accounts.ts';

const euros = { currency: 'EUR', iban: 'DE75 5121 0800 1245 1261 99', bic: 'EXAMDEFFXXX' };
const pounds = { currency: 'GBP', sort_code: '04-00-04', account_number: '12345674' };
const dollars = { currency: 'USD', routing_number: '021000021', account_number: '4815162342' };

const problemsOf = (account: Parameters<typeof problemsOfNumbers>[0]) =>
  problemsOfNumbers(account).map(({ field, sentence }) => `${field} ${sentence}.`);

test('accepts the numbers of an account in each currency', () => {
  expect([euros, pounds, dollars].flatMap(problemsOf)).toEqual([]);
  expect(problemsOf({ currency: 'GBP', iban: 'GB82 WEST 1234 5698 7654 32' })).toEqual([]);
});

test.each([
  [
    'a mistyped IBAN',
    { ...euros, iban: 'DE75 5121 0800 1245 1261 98' },
    'iban must be an IBAN, not DE75 5121 0800 1245 1261 98. Check every digit.',
  ],
  ['a mistyped BIC', { ...euros, bic: 'EXAMDEFF0' }, 'bic must be a BIC of 8 or 11 characters, not EXAMDEFF0.'],
  ['pounds without a sort code', { ...pounds, sort_code: undefined }, 'sort_code is missing.'],
  [
    'a mistyped sort code',
    { ...pounds, sort_code: '04-00-0' },
    'sort_code must have 6 digits and account_number 8, not 04-00-0 12345674.',
  ],
  [
    'a mistyped routing number',
    { ...dollars, routing_number: '021000022' },
    'routing_number and account_number must be those of one account, not 021000022 4815162342. Check every digit.',
  ],
  ['a routing number alone', { ...dollars, account_number: undefined }, 'account_number is missing.'],
])('explains %s of an operator account', (_, account, sentence) => {
  expect(problemsOf(account)).toEqual([sentence]);
});
