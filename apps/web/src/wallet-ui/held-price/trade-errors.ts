import { CallRefused, type ErrorCode } from '@florin/contract';

const goneCodes = new Set<ErrorCode | undefined>(['quote_used', 'quote_expired', 'quote_not_found']);

/** The server does not take the price that was held any more: nothing was traded. */
export const isPriceGone = (error: unknown): boolean => error instanceof CallRefused && goneCodes.has(error.body?.code);
