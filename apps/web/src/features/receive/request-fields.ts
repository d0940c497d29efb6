import type { FiatCode, Amount } from '@florin/money';
import { emailProblem, readTypedAmount } from './typed-fields.ts';

/** The form's fields as typed. */
export type RequestFields = {
  readonly recipient: string;
  readonly amount: string;
  readonly currency: FiatCode;
  readonly note: string;
};

/** The error message of each invalid field. */
export type RequestErrors = Partial<Record<keyof RequestFields, string>>;

export type ReadRequest =
  | { readonly amount: Amount<FiatCode>; readonly errors?: undefined }
  | { readonly amount?: undefined; readonly errors: RequestErrors };

/** Parses and validates the form: first the amount, then the email if one is typed. */
export function readRequestFields({ recipient, amount: typed, currency }: RequestFields): ReadRequest {
  const { amount, error } = readTypedAmount(currency, typed);
  if (!amount) return { errors: { amount: error } };
  const problem = recipient.trim() === '' ? undefined : emailProblem(recipient);
  return problem === undefined ? { amount } : { errors: { recipient: problem } };
}
