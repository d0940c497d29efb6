import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../api/refusal-text.ts';

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof CallRefused ? error.body?.code : undefined);

/** Whether it was carried out is unknown. */
export const isUnanswered = (error: unknown) =>
  !(error instanceof CallRefused) || error.status >= 500 || codeOf(error) === 'still_in_flight';

const goneCodes = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/** The server does not take the price any more. */
export const isPriceGone = (error: unknown) => goneCodes.has(codeOf(error));

/** The server's sentence, where it is about the amount. */
export function atAmount(error: unknown): string | undefined {
  const named = refusalFields(error)['amount_crypto'];
  if (named !== undefined || !(error instanceof CallRefused)) return named;
  return codeOf(error) === 'insufficient_balance' ? error.body?.detail : undefined;
}
