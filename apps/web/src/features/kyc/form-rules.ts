import { serverDate } from '../../api/server-time.ts';
import type { KycDraft, KycFile, KycForm } from '@florin/contract';

export const steps = ['personal', 'document', 'selfie'] as const;
export type Step = (typeof steps)[number];

export type FieldErrors = Partial<Record<keyof KycForm, string>>;
type IdType = KycForm['id_type'];

/** A draft as the wizard's fields show it. Passport is the specification's default. */
export const formOf = (draft: KycDraft['form']): KycForm => ({
  first_name: draft.first_name ?? '',
  last_name: draft.last_name ?? '',
  date_of_birth: draft.date_of_birth ?? '',
  street_address: draft.street_address ?? '',
  city: draft.city ?? '',
  country: draft.country ?? '',
  postal_code: draft.postal_code ?? '',
  id_type: draft.id_type ?? 'passport',
  id_number: draft.id_number ?? '',
});

/** In the server's words, as all sentences here: it looks again. */
const asked = {
  first_name: 'Please enter your first name.',
  last_name: 'Please enter your last name.',
  date_of_birth: 'Please enter your date of birth.',
  street_address: 'Please enter your street address.',
  city: 'Please enter your city.',
  postal_code: 'Please enter your postal code.',
  country: 'Please choose your country.',
} as const;

/** What is wrong with the first step. Everything is required; nobody under 18 may have an account with these limits. */
export function personalErrors(form: KycForm, today = serverDate()): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of personalFields) if (form[field].trim() === '') errors[field] = asked[field];
  if (!errors.date_of_birth) {
    const problem = birthProblem(form.date_of_birth, today);
    if (problem) errors.date_of_birth = problem;
  }
  return errors;
}

const personalFields = [
  'first_name',
  'last_name',
  'date_of_birth',
  'street_address',
  'city',
  'postal_code',
  'country',
] as const satisfies readonly (keyof typeof asked)[];

const fullAge = 18;
const oldestBirthYear = 1900;

function birthProblem(date: string, today: Date): string | undefined {
  const born = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const year = Number(born?.[1]);
  if (!born || year < oldestBirthYear || !isDay(date)) return 'This is not a date of birth.';
  const comesOfAge = `${year + fullAge}-${born[2]}-${born[3]}`;
  return comesOfAge > isoDay(today) ? 'You must be at least 18 years old.' : undefined;
}

const isDay = (text: string) => !Number.isNaN(Date.parse(text)) && isoDay(new Date(text)) === text;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** `keptNumber` is what the server still has of an earlier submission. */
export function documentErrors({ id_number }: KycForm, keptNumber?: string): FieldErrors {
  const number = id_number.trim();
  if (number === '') return keptNumber === undefined ? { id_number: 'Please enter the number of your document.' } : {};
  return documentNumber.test(number) ? {} : { id_number: 'A document number has at least 5 letters and digits.' };
}

const documentNumber = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{4,}$/u;

/** Which photos a type of document needs. */
export const sidesOf = (type: IdType): readonly ('front' | 'back')[] =>
  type === 'passport' ? ['front'] : ['front', 'back'];

export const missingSides = ({ id_type }: KycForm, files: readonly KycFile[]) =>
  sidesOf(id_type).filter((side) => !files.some(({ kind }) => kind === side));

/** Where the wizard opens: at the first step that is not complete, and at the last one where all are. */
export function firstOpenStep(form: KycForm, files: readonly KycFile[], keptNumber?: string): Step {
  if (hasErrors(personalErrors(form))) return 'personal';
  if (hasErrors(documentErrors(form, keptNumber)) || missingSides(form, files).length > 0) return 'document';
  return 'selfie';
}

export const hasErrors = (errors: FieldErrors) => Object.keys(errors).length > 0;

/** The step on which a field of the request is entered. */
export const stepOfField = (field: string): Step => {
  if (field in asked) return 'personal';
  return field === 'selfie' ? 'selfie' : 'document';
};
