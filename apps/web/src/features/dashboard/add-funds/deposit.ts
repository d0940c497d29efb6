import { depositBounds, type PaymentMethod } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { boundsText, isWithin } from '../money-dialog/money-bounds.ts';

export type DepositFields = {
  readonly currency: FiatCode;
  readonly amount: string;
  readonly method: PaymentMethod | undefined;
};
export type DepositErrors = { readonly amount?: string; readonly method?: string };

/** The amount to add and the payment method that pays it. */
export type DepositOrder = { readonly amount: Amount<FiatCode>; readonly method: PaymentMethod };

export type ReadDeposit =
  | { readonly order: DepositOrder; readonly errors?: undefined }
  | { readonly order?: undefined; readonly errors: DepositErrors };

/** Parses the fields into an order, or returns the first validation error. */
export function readDeposit({ currency, amount: typed, method }: DepositFields): ReadDeposit {
  const { amount, problem } = readAmount(currency, typed);
  if (!amount) return { errors: { amount: problem } };
  if (!isWithin(amount, depositBounds))
    return { errors: { amount: `Add between ${boundsText(currency, depositBounds)}.` } };
  if (!method) return { errors: { method: 'Please choose a payment method' } };
  return { order: { amount, method } };
}

/** Returns the cards and bank accounts. Deposits cannot come from a wallet. */
export const depositMethods = (methods: readonly PaymentMethod[]) => methods.filter(({ type }) => type !== 'balance');

/** Returns a short name, such as `Visa` or `Sandbox Bank`. */
export const shortName = ({ brand, name, label }: PaymentMethod): string => brand ?? name ?? label;
