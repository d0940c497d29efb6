import { formatAmount, type Amount } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

/** The spec's word first; the amount that was needed after it. */
export const insufficientBalance = (needed: Amount): Refusal =>
  new Refusal('insufficient_balance', `Insufficient balance: this needs ${formatAmount(needed)}.`);
