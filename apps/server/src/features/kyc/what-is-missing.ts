import { countryCodes, kycForm, type KycForm } from '@florin/contract';
import * as z from 'zod/mini';
import { Refusal } from '../../platform/refusal.ts';
import type { KycReason } from '../../providers/identity-check/identity-check.ts';
import type { FileKind, StoredFile } from './file-store.ts';
import { hasBack, type Draft, type KycCase } from './kyc-case.ts';

type Problems = Partial<Record<keyof KycForm | FileKind, string>>;

/** Returns the complete form. Refusals: `verification_incomplete`, with a message per wrong field. */
export function completeForm(draft: Draft, files: readonly StoredFile[], kycCase: KycCase): KycForm {
  const entered = z.parse(kycForm, { ...emptyForm, ...draft });
  const form = { ...entered, country: entered.country.toUpperCase() }; // upper case can be longer than the input: ŉ has no capital
  const problems = { ...problemsOf(form, kycCase.bornUntil), ...problemsOfFiles(form, files, kycCase) };
  if (Object.keys(problems).length === 0) return form;
  throw new Refusal('verification_incomplete', 'Please check the marked fields.', { fields: problems });
}

const emptyForm: KycForm = {
  first_name: '',
  last_name: '',
  date_of_birth: '',
  street_address: '',
  city: '',
  country: '',
  postal_code: '',
  id_type: 'passport',
  id_number: '',
};

const required: readonly [keyof KycForm, string][] = [
  ['first_name', 'Please enter your first name.'],
  ['last_name', 'Please enter your last name.'],
  ['date_of_birth', 'Please enter your date of birth.'],
  ['street_address', 'Please enter your street address.'],
  ['city', 'Please enter your city.'],
  ['country', 'Please choose your country.'],
  ['postal_code', 'Please enter your postal code.'],
  ['id_number', 'Please enter the number of your document.'],
];

function problemsOf(form: KycForm, bornUntil: string): Problems {
  const problems: Problems = {};
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ./-]{4,}$/u.test(form.id_number))
    problems.id_number = 'A document number has at least 5 letters and digits.';
  if (!countryCodes.includes(form.country)) problems.country = 'Please choose a country from the list.';
  const date = form.date_of_birth;
  if (!isDate(date) || date < '1900-01-01') problems.date_of_birth = 'Please enter a valid date of birth.';
  else if (date > bornUntil) problems.date_of_birth = 'You must be at least 18 years old.';
  for (const [field, sentence] of required) if (form[field] === '') problems[field] = sentence;
  return problems;
}

/** Returns whether the text is a valid date in the form `YYYY-MM-DD`. */
const isDate = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * Returns whether the file belongs to the current check. A new name needs files that were uploaded after the request.
 */
export const isAbout = ({ addedAt }: StoredFile, newName: KycCase['newName']): boolean =>
  newName === undefined || addedAt > newName.since;

function problemsOfFiles(form: KycForm, files: readonly StoredFile[], { state, newName }: KycCase): Problems {
  const problems: Problems = {};
  const has = (kind: FileKind) => files.some((file) => file.kind === kind && isAbout(file, newName));
  if (!has('front')) problems.front = 'Please add a picture of your document.';
  if (hasBack(form) && !has('back')) problems.back = 'Please add a picture of the back of your document.';
  if (!has('selfie')) problems.selfie = 'Please take a selfie.';
  if (state.status !== 'needs_more') return problems;

  const isNew = (kind: FileKind) => files.some((file) => file.kind === kind && file.addedAt > state.decidedAt);
  const isAskedFor = (item: KycReason['item']) => state.reasons.some((reason) => reason.item === item);
  if (isAskedFor('document') && !isNew('front') && !(hasBack(form) && isNew('back')))
    problems.front ??= 'Please add a new picture of your document.';
  if (isAskedFor('selfie') && !isNew('selfie')) problems.selfie ??= 'Please take a new selfie.';
  return problems;
}
