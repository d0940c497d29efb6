import { add, type Amount } from './amount.ts';
import { feeOn } from './fee.ts';

/** Prices a send: the recipient gets the amount, and the sender pays amount and fee. */
export function priceSend<Code extends string>(amount: Amount<Code>) {
  const fee = feeOn('send', amount);
  return { amount, fee, total: add(amount, fee) };
}
