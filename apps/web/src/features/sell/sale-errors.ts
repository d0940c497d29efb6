import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../api/refusal-text.ts';

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof CallRefused ? error.body?.code : undefined);

/** Returns the server's error message if the amount caused the error. */
export function amountErrorOf(error: unknown): string | undefined {
  const named = refusalFields(error)['amount_crypto'];
  if (named !== undefined || !(error instanceof CallRefused)) return named;
  return codeOf(error) === 'insufficient_balance' ? error.body?.detail : undefined;
}
