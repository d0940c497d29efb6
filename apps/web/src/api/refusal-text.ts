import { CallRefused, type ErrorCode, type Factor } from '@florin/contract';

/** Returns the error code of a rejected call. Returns undefined if the error is not from our server. */
export const refusalCode = (error: unknown): ErrorCode | undefined =>
  error instanceof CallRefused ? error.body?.code : undefined;

/** Returns the member's second factors, if the server sent them. */
export const refusalFactors = (error: unknown): readonly Factor[] | undefined =>
  error instanceof CallRefused ? error.body?.factors : undefined;

/** Returns the message for a failed call: the server's, or else the fallback. */
export const refusalText = (error: unknown, fallback: string): string =>
  (error instanceof CallRefused ? error.body?.detail : undefined) ?? fallback;

/** Like `refusalText`, for a call that is safe to repeat. */
export const troubleText = (error: unknown): string =>
  refusalText(error, 'The server did not answer. Please try again.');

/** Whether the outcome of a call is unknown: no response, or a 5xx without our error body. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallRefused) || (error.status >= 500 && error.body === undefined);

/** Returns a message for each invalid field. */
export const refusalFields = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof CallRefused ? error.body?.fields : undefined) ?? {};

/**
 * Returns the first 8 characters of the request id, which the server's log contains. A user can read 8 characters
 * aloud.
 */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof CallRefused ? error.body?.request_id?.slice(0, referenceLength) : undefined;

const referenceLength = 8;
