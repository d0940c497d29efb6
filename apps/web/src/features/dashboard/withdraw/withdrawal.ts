import { withdrawalBounds, type Limits, type PaymentMethod, type Wallet } from '@florin/contract';
import {
  formatAmount,
  isMoreThan,
  parseTyped,
  subtract,
  usdEquivalentCeil,
  type Amount,
  type FiatCode,
} from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { amountProblemText } from '../../../wallet-ui/amount-problem.ts';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { decimalSeparator } from '../../../wallet-ui/typed-amount.ts';
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
  if (excess !== undefined && !(account && isRetry({ amount, account }))) return { errors: { amount: excess } };
  if (!isWithin(amount, withdrawalBounds) && !isAllThatIsLeft(amount, wallet))
    return { errors: { amount: `Withdraw between ${boundsText(wallet.currency, withdrawalBounds)}.` } };
  if (!account) return { errors: { account: 'Please choose a bank account' } };
  return { order: { amount, account } };
}

/** All of a wallet can be withdrawn, also when that is less than the smallest withdrawal. */
const isAllThatIsLeft = ({ asset, units }: Amount<FiatCode>, { available_exact }: Wallet) =>
  units === fromExact(asset, available_exact).units &&
  isWithin({ asset, units }, { ...withdrawalBounds, minimum: '0.01' });

/** More than is free to use, or than may still go out: said while it is typed. */
export function excessOf(amount: Amount<FiatCode>, wallet: Wallet, limits: Limits | undefined): string | undefined {
  const available = fromExact(wallet.currency, wallet.available_exact);
  if (isMoreThan(amount, available))
    return `Your ${currencyName[wallet.currency]} wallet is short by ${formatAmount(subtract(amount, available))}.`;
  if (!limits) return undefined;
  const drawn = usdEquivalentCeil(amount);
  const { day, month } = limitsLeft(limits);
  if (isMoreThan(drawn, day)) return `This is over your limit: ${formatAmount(day)} is left today.`;
  if (isMoreThan(drawn, month)) return `This is over your limit: ${formatAmount(month)} is left this month.`;
  return undefined;
}

export const limitsLeft = ({ day, month }: Limits) => ({
  day: fromExact('USD', day.left_exact),
  month: fromExact('USD', month.left_exact),
});

/** Money is withdrawn to bank accounts. */
export const bankAccounts = (methods: readonly PaymentMethod[]) => methods.filter(({ type }) => type === 'bank');
