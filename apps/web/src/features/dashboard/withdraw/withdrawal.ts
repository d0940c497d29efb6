import { withdrawalBounds, type Limits, type PaymentMethod, type Wallet } from '@florin/contract';
import { formatAmount, isMoreThan, parseTyped, subtract, type Amount, type FiatCode } from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { amountProblemText } from '../../../wallet-ui/amount-problem.ts';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { decimalSeparator } from '../../../wallet-ui/typed-amount.ts';
import { limitsLeft, mostOf, overLimit } from '../../../wallet-ui/outflow-limits.ts';
import { boundsText, isWithin } from '../money-dialog/money-bounds.ts';

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

type Known = {
  /** Without them the server decides. */
  readonly limits: Limits | undefined;
  /** It may have been withdrawn already, and is then no longer free to use. */
  readonly isRetry: (order: WithdrawalOrder) => boolean;
};

/** The order, or the first thing that is wrong. */
export function readWithdrawal(fields: WithdrawalFields, { limits, isRetry }: Known): ReadWithdrawal {
  const { wallet, amount: typed, account } = fields;
  if (typed.trim() === '') return { errors: { amount: 'Please enter an amount' } };
  const { amount, problem } = parseTyped(wallet.currency, typed, decimalSeparator());
  if (!amount) return { errors: { amount: amountProblemText(wallet.currency, problem) } };
  const excess = excessOf(amount, wallet, limits);
  if (excess !== undefined && !(account && isRetry({ amount, account })))
    return { errors: { amount: excess.sentence } };
  if (!isWithin(amount, withdrawalBounds) && !isAllThatIsLeft(amount, wallet))
    return { errors: { amount: `Withdraw between ${boundsText(wallet.currency, withdrawalBounds)}.` } };
  if (!account) return { errors: { account: 'Please choose a bank account' } };
  return { order: { amount, account } };
}

/** All of a wallet can be withdrawn, also when that is less than the smallest withdrawal. */
const isAllThatIsLeft = ({ asset, units }: Amount<FiatCode>, { available_exact }: Wallet) =>
  units === fromExact(asset, available_exact).units &&
  isWithin({ asset, units }, { ...withdrawalBounds, minimum: '0.01' });

export type Excess = {
  readonly of: 'balance' | 'limit';
  readonly sentence: string;
  /** The largest amount that is neither. */
  readonly most: Amount<FiatCode>;
};

/** More than is free to use, or than may still go out: said while it is typed. */
export function excessOf(amount: Amount<FiatCode>, wallet: Wallet, limits: Limits | undefined): Excess | undefined {
  const available = fromExact(wallet.currency, wallet.available_exact);
  const most = mostOf(available, limits);
  if (isMoreThan(amount, available)) {
    const short = formatAmount(subtract(amount, available));
    return { of: 'balance', sentence: `Your ${currencyName[wallet.currency]} wallet is short by ${short}.`, most };
  }
  const over = limits && overLimit(amount, limitsLeft(limits));
  return over === undefined ? undefined : { of: 'limit', sentence: over, most };
}

/** Money is withdrawn to bank accounts. */
export const bankAccounts = (methods: readonly PaymentMethod[]) => methods.filter(({ type }) => type === 'bank');
