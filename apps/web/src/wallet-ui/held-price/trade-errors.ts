import { CallRefused, type ErrorCode } from '@florin/contract';

const quoteGoneCodes = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/** True if the server no longer accepts the quote. Nothing was traded. */
export const isPriceGone = (error: unknown): boolean =>
  error instanceof CallRefused && quoteGoneCodes.has(error.body?.code);
