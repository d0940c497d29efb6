import type { Wallet } from '@florin/contract';
import {
  add,
  feeOn,
  fiatCodes,
  formatAmount,
  isMoreThan,
  largestWithFee,
  subtract,
  type Amount,
  type FiatCode,
} from '@florin/money';
import { fromExact } from '../../../api/exact.ts';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { fees } from '../../../api/fees.ts';

/** The amount to exchange and the target currency. */
export type ExchangeOrder = { readonly amount: Amount<FiatCode>; readonly to: FiatCode };

/** Returns amount, fee and total. A quote charges the same total. */
export function exchangeSum(amount: Amount<FiatCode>) {
  const fee = feeOn(fees.exchange, amount);
  return { amount, fee, total: add(amount, fee) };
}

export type Shortage = {
  readonly sentence: string;
  /** The largest amount that the wallet can exchange, fee included. Undefined if the balance is too small. */
  readonly max: Amount<FiatCode> | undefined;
};

/** Returns the excess of amount plus fee over the available balance. */
export function shortageOf(amount: Amount<FiatCode>, wallet: Wallet): Shortage | undefined {
  const available = fromExact(wallet.currency, wallet.available_exact);
  const { total } = exchangeSum(amount);
  if (!isMoreThan(total, available)) return undefined;
  const max = largestWithFee(fees.exchange, available);
  return {
    sentence: `Your ${currencyName[wallet.currency]} wallet is short by ${formatAmount(subtract(total, available))}.`,
    max: max.units > 0n ? max : undefined,
  };
}

/** Returns the target currencies of an exchange. */
export const targetsOf = (from: FiatCode): FiatCode[] => fiatCodes.filter((code) => code !== from);
