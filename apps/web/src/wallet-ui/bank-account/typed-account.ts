import type { BankAccountDetails } from '@florin/contract';
import type { FiatCode } from '@florin/money';

/** The number that a member typed, without separators. */
export const blankAccount = {
  iban: '',
  sort_code: '',
  routing_number: '',
  account_number: '',
  account_type: '',
};
export type TypedAccount = typeof blankAccount;
export type AccountField = keyof TypedAccount;
export type AccountErrors = Partial<Record<AccountField, string>>;

export type ReadAccount =
  | { readonly details: BankAccountDetails; readonly errors?: undefined }
  | { readonly details?: undefined; readonly errors: AccountErrors };

/** Returns the bank account, or an error for each empty field. The server checks the digits. */
export function readAccount(currency: FiatCode, typed: TypedAccount): ReadAccount {
  const missing = fieldsOf[currency].filter((field) => typed[field].trim() === '');
  if (missing.length > 0)
    return { errors: Object.fromEntries(missing.map((field) => [field, missingSentences[field]])) };
  return { details: detailsOf(currency, typed) };
}

/** The fields of an account in each currency, from top to bottom. */
export const fieldsOf: Record<FiatCode, readonly AccountField[]> = {
  EUR: ['iban'],
  GBP: ['sort_code', 'account_number'],
  USD: ['routing_number', 'account_number', 'account_type'],
};

const missingSentences: Record<AccountField, string> = {
  iban: 'Enter the IBAN.',
  sort_code: 'Enter the sort code.',
  routing_number: 'Enter the routing number.',
  account_number: 'Enter the account number.',
  account_type: 'Choose the account type.',
};

function detailsOf(currency: FiatCode, typed: TypedAccount): BankAccountDetails {
  switch (currency) {
    case 'EUR':
      return { currency, iban: typed.iban };
    case 'GBP':
      return { currency, sort_code: typed.sort_code, account_number: typed.account_number.trim() };
    case 'USD':
      return {
        currency,
        routing_number: typed.routing_number.trim(),
        account_number: typed.account_number.trim(),
        account_type: typed.account_type === 'savings' ? 'savings' : 'checking',
      };
  }
}
