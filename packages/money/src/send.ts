import { add, type Amount } from './amount.ts';
import { feeOn, type FeeRate } from './fee.ts';

/** Prices a send: the recipient gets the amount, and the sender pays amount and fee. */
export function priceSend<Code extends string>(amount: Amount<Code>, rate: FeeRate) {
  const fee = feeOn(rate, amount);
  return { amount, fee, total: add(amount, fee) };
}
