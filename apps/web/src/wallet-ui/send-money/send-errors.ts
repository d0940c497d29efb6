import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../api/refusal-text.ts';
import type { SendErrors, SendFields } from './send-fields.ts';

/** Assigns the server's error to the field that it names, else to the field of its code. */
export function errorsOf(error: unknown): SendErrors {
  const { email, recipient_email: recipient = email, amount, note } = refusalFields(error);
  const named = { ...(recipient && { recipient }), ...(amount && { amount }), ...(note && { note }) };
  if (Object.keys(named).length > 0 || !(error instanceof CallRefused) || !error.body) return named;
  const field = error.body.code && fieldOfCode[error.body.code];
  return field ? { [field]: error.body.detail } : {};
}

const fieldOfCode: Partial<Record<ErrorCode, keyof SendFields>> = {
  recipient_is_self: 'recipient',
  insufficient_balance: 'amount',
  limit_exceeded: 'amount',
};

/** Removes the errors of changed fields. A changed currency also removes the error of the amount. */
export function withoutChanged(errors: SendErrors, changed: Partial<SendFields>): SendErrors {
  const cleared = new Set(Object.keys(changed));
  if (cleared.has('currency')) cleared.add('amount');
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !cleared.has(field)));
}
