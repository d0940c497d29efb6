import { canonicalEmail } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import { readAmount } from '../typed-amount.ts';

/** The form's fields as typed. */
export type SendFields = {
  readonly recipient: string;
  readonly amount: string;
  readonly currency: FiatCode;
  readonly note: string;
};

/** The error message of each invalid field. */
export type SendErrors = Partial<Record<keyof SendFields, string>>;

export type ReadFields =
  | { readonly amount: Amount<FiatCode>; readonly errors?: undefined }
  | { readonly amount?: undefined; readonly errors: SendErrors };

/**
 * Parses and validates the form: first required fields and amount, in the order of the rules, then the email format.
 * The server checks the recipient and the balance.
 */
export function readSendFields({ recipient, amount: typed, currency }: SendFields): ReadFields {
  const missing = { ...required('recipient', recipient), ...required('amount', typed) };
  if (Object.keys(missing).length > 0) return { errors: missing };
  const { amount, problem } = readAmount(currency, typed);
  if (!amount) return { errors: { amount: problem } };
  if (canonicalEmail(recipient) === undefined)
    return { errors: { recipient: 'Enter an email such as name@example.com' } };
  return { amount };
}

const required = (field: keyof SendFields, text: string): SendErrors =>
  text.trim() === '' ? { [field]: 'Please fill in all required fields' } : {};
