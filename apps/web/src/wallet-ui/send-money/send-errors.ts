import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../api/refusal-text.ts';
import type { SendErrors, SendFields } from './send-fields.ts';

/** Where the server's sentence belongs: at the field it names, else at the one its code is about. */
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

/** What is being changed is no longer wrong; a new currency judges the amount anew. */
export function withoutChanged(errors: SendErrors, changed: Partial<SendFields>): SendErrors {
  const judged = new Set(Object.keys(changed));
  if (judged.has('currency')) judged.add('amount');
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !judged.has(field)));
}
