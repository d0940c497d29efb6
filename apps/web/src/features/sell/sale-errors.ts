import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalFields } from '../../api/refusal-text.ts';

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof CallRefused ? error.body?.code : undefined);

/** The server's sentence, where it is about the amount. */
export function atAmount(error: unknown): string | undefined {
  const named = refusalFields(error)['amount_crypto'];
  if (named !== undefined || !(error instanceof CallRefused)) return named;
  return codeOf(error) === 'insufficient_balance' ? error.body?.detail : undefined;
}
