import { serverDate } from '../../api/server-time.ts';
import type { KycDraft, KycFile, KycForm } from '@florin/contract';

export const steps = ['personal', 'document', 'selfie'] as const;
export type Step = (typeof steps)[number];

export type FieldErrors = Partial<Record<keyof KycForm, string>>;
type IdType = KycForm['id_type'];

/** Returns the form fields of a draft. The default document is a passport. */
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

/** Messages for empty fields. All messages here match the server's messages, because the server checks again. */
const requiredMessages = {
  first_name: 'Please enter your first name.',
  last_name: 'Please enter your last name.',
  date_of_birth: 'Please enter your date of birth.',
  street_address: 'Please enter your street address.',
  city: 'Please enter your city.',
  postal_code: 'Please enter your postal code.',
  country: 'Please choose your country.',
} as const;

/** Returns the errors of the first step. Every field is required, and the member must be at least 18. */
export function personalErrors(form: KycForm, today = serverDate()): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of personalFields) if (form[field].trim() === '') errors[field] = requiredMessages[field];
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
] as const satisfies readonly (keyof typeof requiredMessages)[];

const minimumAge = 18;
const oldestBirthYear = 1900;

function birthProblem(date: string, today: Date): string | undefined {
  const born = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  const year = Number(born?.[1]);
  if (!born || year < oldestBirthYear || !isValidDate(date)) return 'This is not a date of birth.';
  const adultFrom = `${year + minimumAge}-${born[2]}-${born[3]}`;
  return adultFrom > isoDay(today) ? 'You must be at least 18 years old.' : undefined;
}

const isValidDate = (text: string) => !Number.isNaN(Date.parse(text)) && isoDay(new Date(text)) === text;
const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the errors of the document fields. `storedNumber` is the masked number of an earlier submission. */
export function documentErrors({ id_number }: KycForm, storedNumber?: string): FieldErrors {
  const number = id_number.trim();
  if (number === '')
    return storedNumber === undefined ? { id_number: 'Please enter the number of your document.' } : {};
  return documentNumber.test(number) ? {} : { id_number: 'A document number has at least 5 letters and digits.' };
}

const documentNumber = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{4,}$/u;

/** Returns the photos that a document type needs. */
export const sidesOf = (type: IdType): readonly ('front' | 'back')[] =>
  type === 'passport' ? ['front'] : ['front', 'back'];

export const missingSides = ({ id_type }: KycForm, files: readonly KycFile[]) =>
  sidesOf(id_type).filter((side) => !files.some(({ kind }) => kind === side));

/** Returns the first incomplete step, or the last step if all are complete. */
export function firstOpenStep(form: KycForm, files: readonly KycFile[], storedNumber?: string): Step {
  if (hasErrors(personalErrors(form))) return 'personal';
  if (hasErrors(documentErrors(form, storedNumber)) || missingSides(form, files).length > 0) return 'document';
  return 'selfie';
}

export const hasErrors = (errors: FieldErrors) => Object.keys(errors).length > 0;

/** Returns the step that contains a field of the request. */
export const stepOfField = (field: string): Step => {
  if (field in requiredMessages) return 'personal';
  return field === 'selfie' ? 'selfie' : 'document';
};
