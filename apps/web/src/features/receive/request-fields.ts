import type { FiatCode, Amount } from '@florin/money';
import { emailProblem, readTypedAmount } from './typed-fields.ts';

/** The form as it stands on the screen. */
export type RequestFields = {
  readonly recipient: string;
  readonly amount: string;
  readonly currency: FiatCode;
  readonly note: string;
};

/** What is wrong, at the field it is about. */
export type RequestErrors = Partial<Record<keyof RequestFields, string>>;

export type ReadRequest =
  | { readonly amount: Amount<FiatCode>; readonly errors?: undefined }
  | { readonly amount?: undefined; readonly errors: RequestErrors };

/** The amount first, as the specification has it; then the email, where there is one. */
export function readRequestFields({ recipient, amount: typed, currency }: RequestFields): ReadRequest {
  const { amount, error } = readTypedAmount(currency, typed);
  if (!amount) return { errors: { amount: error } };
  const problem = recipient.trim() === '' ? undefined : emailProblem(recipient);
  return problem === undefined ? { amount } : { errors: { recipient: problem } };
}
