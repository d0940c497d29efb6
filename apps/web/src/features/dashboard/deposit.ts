import { depositBounds, type PaymentMethod } from '@florin/contract';
import { formatAmount, isMoreThan, parseAmount, parseTyped, type Amount, type FiatCode } from '@florin/money';
import { amountProblemText } from '../../wallet-ui/amount-problem.ts';
import { decimalSeparator } from '../../wallet-ui/typed-amount.ts';

export type DepositFields = {
  readonly currency: FiatCode;
  readonly amount: string;
  readonly methodId: string | undefined;
};
export type DepositErrors = { readonly amount?: string; readonly method?: string };

export type ReadDeposit =
  | { readonly amount: Amount<FiatCode>; readonly methodId: string; readonly errors?: undefined }
  | { readonly amount?: undefined; readonly errors: DepositErrors };

/** What is to be added and from where, or the first thing that is wrong. */
export function readDeposit({ currency, amount: typed, methodId }: DepositFields): ReadDeposit {
  if (typed.trim() === '') return { errors: { amount: 'Please enter an amount' } };
  const { amount, problem } = parseTyped(currency, typed, decimalSeparator());
  if (!amount) return { errors: { amount: amountProblemText(currency, problem) } };
  if (!isWithinBounds(amount)) return { errors: { amount: `Add between ${boundsText(currency)}.` } };
  if (methodId === undefined) return { errors: { method: 'Please choose a payment method' } };
  return { amount, methodId };
}

/** `$1.00 and $25,000.00 at a time` */
export function boundsText(currency: FiatCode): string {
  const [minimum, maximum] = boundsIn(currency);
  return `${formatAmount(minimum)} and ${formatAmount(maximum)} at a time`;
}

/** Money can be added from a card for now. */
export const cardsOf = (methods: readonly PaymentMethod[]) => methods.filter(({ type }) => type === 'card');

function isWithinBounds(amount: Amount<FiatCode>): boolean {
  const [minimum, maximum] = boundsIn(amount.asset);
  return !isMoreThan(minimum, amount) && !isMoreThan(amount, maximum);
}

const boundsIn = (currency: FiatCode) =>
  [exactly(currency, depositBounds.minimum), exactly(currency, depositBounds.maximum)] as const;

function exactly(currency: FiatCode, decimal: string): Amount<FiatCode> {
  const { amount } = parseAmount(currency, decimal);
  if (!amount) throw new Error(`${decimal} is not an amount`);
  return amount;
}
