import fc from 'fast-check';
import { validate } from 'node-iso11649';
import { expect, test } from 'vitest';
import { paymentReferenceFor, paymentReferenceIn, paymentReferencesIn } from './payment-reference.ts';

test.each([
  ['RF18539007547034', 'alone'],
  ['rf18539007547034', 'in lower case'],
  ['RF18 5390 0754 7034', 'with blanks'],
  ['Deposit RF18539007547034 thank you', 'in a sentence'],
  ['Deposit rf18 5390 0754 7034 thank you', 'with blanks in a sentence'],
  ['SVWZ+RF18539007547034', 'behind a label'],
  ['SVWZ+RF18 5390 07547034 ABWA+SOMEONE', 'between labels'],
  ['deposit RF185390\n07547034', 'over the end of a line'],
  ['Ref:RF18539007547034/2026', 'between other characters'],
])('finds the reference in %j (%s)', (text) => {
  expect(paymentReferencesIn(text)).toContain('RF18539007547034');
  expect(paymentReferenceIn(null, text)).toBe('RF18539007547034');
});

test.each(['RF19539007547034', 'RF18', 'RF', 'invoice 18539007547034', '', 'RF18-539007547034'])(
  'finds no reference in %j',
  (text) => {
    expect(paymentReferenceIn(null, text)).toBeNull();
  },
);

test('prefers the structured reference unless the reference is wrong', () => {
  expect(paymentReferenceIn('RF45 G72U UR', 'RF18539007547034')).toBe('RF45G72UUR');
  expect(paymentReferenceIn('RF46G72UUR', 'RF18539007547034')).toBe('RF18539007547034');
  expect(paymentReferenceIn('210000000003139471430009017', null)).toBeNull();
});

test('recognizes the same references as another implementation of ISO 11649', () => {
  const own = fc.stringMatching(/^[A-Z0-9]{1,21}$/);
  const anyDigits = fc.tuple(fc.stringMatching(/^\d\d$/), own).map(([digits, text]) => `RF${digits}${text}`);
  fc.assert(
    fc.property(fc.oneof(own.map(paymentReferenceFor), anyDigits), (text) => {
      expect(paymentReferenceIn(text, null) !== null).toBe(validate(text));
    }),
    { numRuns: 2_000 },
  );
});
