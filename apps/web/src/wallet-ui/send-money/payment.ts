import type { CallOf, endpoints } from '@florin/contract';
import { toDecimal, type Amount, type FiatCode } from '@florin/money';
import type { SendFields } from './send-fields.ts';

/** The payment that the form's submit parsed. */
export type Payment = {
  readonly to: string;
  readonly amount: Amount<FiatCode>;
  readonly note: string;
};

export const paymentOf = ({ recipient, note }: SendFields, amount: Amount<FiatCode>): Payment => ({
  to: recipient.trim(),
  amount,
  note: note.trim(),
});

export const bodyOf = ({ to, amount, note }: Payment): CallOf<typeof endpoints.sendMoney>['body'] => ({
  recipient_email: to,
  amount: toDecimal(amount),
  currency: amount.asset,
  ...(note && { note }),
});
