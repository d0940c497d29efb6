import type { KycFile } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { documentErrors, firstOpenStep, formOf, personalErrors, stepOfField } from './form-rules.ts';

const complete = formOf({
  first_name: 'Ines',
  last_name: 'Almeida',
  date_of_birth: '1991-04-17',
  street_address: 'Rua do Norte 41',
  city: 'Lisbon',
  country: 'PT',
  postal_code: '1200-283',
  id_number: 'CC482913',
});
const fileOf = (kind: KycFile['kind']): KycFile => ({
  id: kind,
  kind,
  name: `${kind}.jpg`,
  type: 'image/jpeg',
  bytes: 1,
  added_at: '2026-10-24T09:12:00.000Z',
});
const today = new Date('2026-10-24T12:00:00Z');

describe('Personal information', () => {
  // Rules: kyc-4
  test('the KYC form requires every personal field', () => {
    expect(personalErrors(formOf({}), today)).toEqual({
      first_name: 'Please enter your first name.',
      last_name: 'Please enter your last name.',
      date_of_birth: 'Please enter your date of birth.',
      street_address: 'Please enter your street address.',
      city: 'Please enter your city.',
      postal_code: 'Please enter your postal code.',
      country: 'Please choose your country.',
    });
    expect(personalErrors({ ...complete, city: '   ' }, today)).toEqual({ city: 'Please enter your city.' });
    expect(personalErrors(complete, today)).toEqual({});
  });

  test.each([
    ['2008-10-24', undefined],
    ['2008-10-25', 'You must be at least 18 years old.'],
    ['2030-01-01', 'You must be at least 18 years old.'],
    ['1899-12-31', 'This is not a date of birth.'],
    ['1991-02-30', 'This is not a date of birth.'],
    ['17.04.1991', 'This is not a date of birth.'],
  ])('the date of birth %s has the error %s', (date_of_birth, sentence) => {
    expect(personalErrors({ ...complete, date_of_birth }, today).date_of_birth).toBe(sentence);
  });
});

test.each([
  ['', undefined, 'Please enter the number of your document.'],
  ['', '•••• 2913', undefined],
  ['CC48', undefined, 'A document number has at least 5 letters and digits.'],
  ['CC48', '•••• 2913', 'A document number has at least 5 letters and digits.'],
  ['ΑΒ-12 345', undefined, undefined],
])('the ID number %j with the stored number %j has the error %s', (id_number, stored, sentence) => {
  expect(documentErrors({ ...complete, id_number }, stored).id_number).toBe(sentence);
});

test.each([
  ['nothing', formOf({}), [], 'personal'],
  ['only personal information', formOf({ ...complete, id_number: '' }), [], 'document'],
  ['an ID number but no photo', complete, [], 'document'],
  ['a passport', complete, [fileOf('front')], 'selfie'],
  ['one of two sides', formOf({ ...complete, id_type: 'national_id' }), [fileOf('front')], 'document'],
  ['both sides', formOf({ ...complete, id_type: 'drivers_license' }), [fileOf('front'), fileOf('back')], 'selfie'],
  ['everything', complete, [fileOf('front'), fileOf('selfie')], 'selfie'],
] as const)('opens the wizard at the first incomplete step with %s', (_, form, files, step) => {
  expect(firstOpenStep(form, files)).toBe(step);
});

test.each([
  ['city', 'personal'],
  ['id_number', 'document'],
  ['back', 'document'],
  ['selfie', 'selfie'],
] as const)('the field %s belongs to the step %s', (field, step) => {
  expect(stepOfField(field)).toBe(step);
});
