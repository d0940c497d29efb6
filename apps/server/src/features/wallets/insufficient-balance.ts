import { formatAmount, type Amount } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

/** The message starts with the specified text; the needed amount follows. */
export const insufficientBalance = (needed: Amount): Refusal =>
  new Refusal('insufficient_balance', `Insufficient balance: this needs ${formatAmount(needed)}.`);
