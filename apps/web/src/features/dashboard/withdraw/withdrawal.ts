import type { Limits, PaymentMethod, Wallet } from '@florin/contract';
import { formatAmount, isMoreThan, subtract, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { readAmount } from '../../../wallet-ui/typed-amount.ts';
import { limitsLeft, maxOutflow, overLimit } from '../../../wallet-ui/outflow-limits.ts';
import { boundsText, isWithin } from '../money-dialog/money-bounds.ts';
import { policy } from '../../../api/policy.ts';

export type WithdrawalFields = {
  readonly wallet: Wallet;
  readonly amount: string;
  readonly account: PaymentMethod | undefined;
};
export type WithdrawalErrors = { readonly amount?: string; readonly account?: string };

export type WithdrawalOrder = { readonly amount: Amount<FiatCode>; readonly account: PaymentMethod };

export type ReadWithdrawal =
  | { readonly order: WithdrawalOrder; readonly errors?: undefined }
  | { readonly order?: undefined; readonly errors: WithdrawalErrors };

type Context = {
  /** Undefined until loaded. The server enforces the limits in any case. */
  readonly limits: Limits | undefined;
  /** Whether an earlier request for this order got no response. That request may hold the money already. */
  readonly isRetry: (order: WithdrawalOrder) => boolean;
};

/** Parses the fields into an order, or returns the first validation error. */
export function readWithdrawal(fields: WithdrawalFields, { limits, isRetry }: Context): ReadWithdrawal {
  const { wallet, amount: typed, account } = fields;
  const { amount, problem } = readAmount(wallet.currency, typed);
  if (!amount) return { errors: { amount: problem } };
  const excess = excessOf(amount, wallet, limits);
  if (excess !== undefined && !(account && isRetry({ amount, account })))
    return { errors: { amount: excess.sentence } };
  if (!isWithin(amount, policy.withdrawals) && !isWholeBalance(amount, wallet))
    return { errors: { amount: `Withdraw between ${boundsText(wallet.currency, policy.withdrawals)}.` } };
  if (!account) return { errors: { account: 'Please choose a bank account' } };
  return { order: { amount, account } };
}

/** A member can withdraw the whole balance, even if it is below the minimum. */
const isWholeBalance = ({ asset, units }: Amount<FiatCode>, { available_exact }: Wallet) =>
  units === fromExact(asset, available_exact).units &&
  isWithin({ asset, units }, { ...policy.withdrawals, minimum: '0.01' });

export type Excess = {
  readonly of: 'balance' | 'limit';
  readonly sentence: string;
  /** The largest amount within balance and limits. */
  readonly max: Amount<FiatCode>;
};

/** Returns the excess over the available balance or the limits. The form shows it while typing. */
export function excessOf(amount: Amount<FiatCode>, wallet: Wallet, limits: Limits | undefined): Excess | undefined {
  const available = fromExact(wallet.currency, wallet.available_exact);
  const max = maxOutflow(available, limits);
  if (isMoreThan(amount, available)) {
    const short = formatAmount(subtract(amount, available));
    return { of: 'balance', sentence: `Your ${currencyName[wallet.currency]} wallet is short by ${short}.`, max };
  }
  const over = limits && overLimit(amount, limitsLeft(limits));
  return over === undefined ? undefined : { of: 'limit', sentence: over, max };
}

/** Returns whether a bank account accepts withdrawals from a wallet. Test accounts accept any currency. */
export const takesCurrency = ({ currency }: PaymentMethod, wallet: FiatCode): boolean =>
  currency === undefined || currency === wallet;

/**
 * Returns the name of the bank. The name of a member's own account, such as `Bank account NL`, does not contain the
 * bank's name.
 */
export const bankOf = ({ name, currency }: PaymentMethod): string | undefined =>
  currency === undefined ? name : undefined;

/** Returns the bank accounts, the only targets of a withdrawal. */
export const bankAccounts = (methods: readonly PaymentMethod[]) => methods.filter(({ type }) => type === 'bank');
