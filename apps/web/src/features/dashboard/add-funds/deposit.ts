import type { PaymentMethod, Transaction } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { readAmount, type ReadAmount } from '../../../wallet-ui/typed-amount.ts';
import { boundsText, isWithin } from '../money-dialog/money-bounds.ts';
import { policy } from '../../../api/policy.ts';

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
  const { amount, problem } = readDepositAmount(currency, typed);
  if (!amount) return { errors: { amount: problem } };
  if (!method) return { errors: { method: 'Please choose a payment method' } };
  return { order: { amount, method } };
}

/** Parses an amount within the bounds of a deposit. */
export function readDepositAmount(currency: FiatCode, typed: string): ReadAmount<FiatCode> {
  const read = readAmount(currency, typed);
  if (!read.amount || isWithin(read.amount, policy.deposits)) return read;
  return { problem: `Add between ${boundsText(currency, policy.deposits)}.` };
}

/** Returns the cards and bank accounts. Deposits cannot come from a wallet. */
export const depositMethods = (methods: readonly PaymentMethod[]) =>
  methods.filter(({ type, currency }) => type !== 'balance' && currency === undefined);

/** Returns a short name, such as `Visa` or `Sandbox Bank`. */
export const shortName = ({ brand, name, label }: PaymentMethod): string => brand ?? name ?? label;

/** Returns the toast of a deposit that ended after its dialog closed. */
export function depositMessage({ status }: Transaction, amount: Amount<FiatCode>): string {
  const [figure, wallet] = [formatAmount(amount), `your ${amount.asset} wallet`];
  return status === 'completed' ? `Added ${figure} to ${wallet}` : `${figure} is on its way to ${wallet}`;
}
