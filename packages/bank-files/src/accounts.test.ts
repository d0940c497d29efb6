import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkBic, checkIban, checkUkAccount, checkUsAccount } from './accounts.ts';

test.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', 'DE'],
  ['fr14 2004 1010 0505 0001 3m02 606', 'FR1420041010050500013M02606', 'FR'],
  ['NO93-8601-1117-947', 'NO9386011117947', 'NO'],
  ['GB82 WEST 1234 5698 7654 32', 'GB82WEST12345698765432', 'GB'],
])('accepts the IBAN %s', (text, iban, country) => {
  expect(checkIban(text)).toEqual({ ok: true, iban, country });
});

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['XX89370400440532013000', 'country'],
  ['89370400440532013000', 'country'],
  ['DE8937040044053201300', 'length'],
  ['DE89ABCD00440532013000', 'format'],
  ['DE88370400440532013000', 'check_digits'],
])('refuses the IBAN "%s" because of its %s', (text, problem) => {
  expect(checkIban(text)).toEqual({ ok: false, problem });
});

test('refuses an IBAN with one wrong digit', () => {
  const iban = 'DE89370400440532013000';
  fc.assert(
    fc.property(fc.integer({ min: 2, max: iban.length - 1 }), fc.integer({ min: 1, max: 9 }), (index, shift) => {
      const digit = (Number(iban[index]) + shift) % 10;
      expect(checkIban(`${iban.slice(0, index)}${digit}${iban.slice(index + 1)}`).ok).toBe(false);
    }),
  );
});

test('checks a BIC, and whether it fits the country of an IBAN', () => {
  expect(checkBic('cobadeff xxx', 'DE')).toEqual({ ok: true, bic: 'COBADEFFXXX' });
  expect(checkBic('COBADEFF')).toEqual({ ok: true, bic: 'COBADEFF' });
  expect(checkBic('MIDLJESH', 'GB').ok).toBe(true);
  expect(checkBic('COBADEFF', 'FR')).toEqual({ ok: false, problem: 'other_country' });
  expect(checkBic('COBADEF')).toEqual({ ok: false, problem: 'format' });
  expect(checkBic('')).toEqual({ ok: false, problem: 'missing' });
});

test.each([
  ['021000021', '123456789'],
  ['0110-0001-5', '12 345-678'],
  ['121042882', '12345678901234567'],
])('accepts the US account %s %s', (routing, account) => {
  expect(checkUsAccount(routing, account).ok).toBe(true);
});

test.each([
  ['', '1', 'routing_missing'],
  ['02100002', '1', 'routing_length'],
  ['021000022', '1', 'routing_check_digit'],
  ['000000000', '1', 'routing_check_digit'],
  ['990000008', '1', 'routing_check_digit'],
  ['021000021', '', 'account_missing'],
  ['021000021', '123456789012345678', 'account_format'],
  ['021000021', '12/34', 'account_format'],
  ['021000021', 'ABC', 'account_format'],
])('refuses the US account "%s" "%s": %s', (routing, account, problem) => {
  expect(checkUsAccount(routing, account)).toEqual({ ok: false, problem });
});

/** The examples of Vocalink's specification: one example for each exception. */
const examples: readonly (readonly [number, string, string, boolean])[] = [
  [1, '089999', '66374958', true],
  [2, '107999', '88837491', true],
  [3, '202959', '63748472', true],
  [4, '871427', '46238510', true],
  [5, '872427', '46238510', true],
  [6, '871427', '09123496', true],
  [7, '871427', '99123496', true],
  [8, '820000', '73688637', true],
  [9, '827999', '73988638', true],
  [10, '827101', '28748352', true],
  [11, '134020', '63849203', true],
  [12, '118765', '64371389', true],
  [13, '200915', '41011166', true],
  [14, '938611', '07806039', true],
  [15, '938600', '42368003', true],
  [16, '938063', '55065200', true],
  [17, '772798', '99345694', true],
  [18, '086090', '06774744', true],
  [19, '309070', '02355688', true],
  [20, '309070', '12345668', true],
  [21, '309070', '12345677', true],
  [22, '309070', '99345694', true],
  [23, '938063', '15764273', false],
  [24, '938063', '15764264', false],
  [25, '938063', '15763217', false],
  [26, '118765', '64371388', false],
  [27, '203099', '66831036', false],
  [28, '203099', '58716970', false],
  [29, '089999', '66374959', false],
  [30, '107999', '88837493', false],
  [31, '074456', '12345112', true],
  [32, '070116', '34012583', true],
  [33, '074456', '11104102', true],
  [34, '180002', '00000190', true],
];

test.each(examples)(
  'checks example %i of the modulus specification: %s %s is valid: %s',
  (_, sortCode, account, ok) => {
    expect(checkUkAccount(sortCode, account).ok).toBe(ok);
  },
);

test('checks each bank account with the same result in any order', () => {
  const results = () => examples.map(([, sortCode, account]) => checkUkAccount(sortCode, account).ok);
  const first = results();
  expect(results()).toEqual(first);
  expect(examples.toReversed().map(([, sortCode, account]) => checkUkAccount(sortCode, account).ok)).toEqual(
    first.toReversed(),
  );
});

test.each([
  ['', '1', 'sort_code_missing'],
  ['20-29-5', '63748472', 'sort_code_length'],
  ['20-29-59', '', 'account_missing'],
  ['20-29-59', '6374847', 'account_length'],
  ['20-29-59', '63748473', 'modulus'],
])('refuses the UK account "%s" "%s": %s', (sortCode, account, problem) => {
  expect(checkUkAccount(sortCode, account)).toEqual({ ok: false, problem });
});

test('accepts a sort code with hyphens, and a sort code that the table does not have', () => {
  expect(checkUkAccount('20-29-59', '6374 8472')).toEqual({ ok: true, sortCode: '202959', accountNumber: '63748472' });
  expect(checkUkAccount('000000', '12345678').ok).toBe(true);
});
