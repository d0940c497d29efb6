import type { FiatCode, Amount } from '@florin/money';
import { readAmount } from '../../wallet-ui/typed-amount.ts';
import { emailProblem } from './typed-fields.ts';

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

/** Parses and validates the form: first the amount, then the email if the member typed an email. */
export function readRequestFields({ recipient, amount: typed, currency }: RequestFields): ReadRequest {
  const { amount, problem } = readAmount(currency, typed);
  if (!amount) return { errors: { amount: problem } };
  const recipientProblem = recipient.trim() === '' ? undefined : emailProblem(recipient);
  return recipientProblem === undefined ? { amount } : { errors: { recipient: recipientProblem } };
}
