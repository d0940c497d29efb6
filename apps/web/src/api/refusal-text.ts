import { CallRefused, type ErrorCode, type Factor } from '@florin/contract';

/** Why the server said no; nothing where it was not the server that spoke. */
export const refusalCode = (error: unknown): ErrorCode | undefined =>
  error instanceof CallRefused ? error.body?.code : undefined;

/** What the member can show as a second factor; nothing where the server did not say. */
export const refusalFactors = (error: unknown): readonly Factor[] | undefined =>
  error instanceof CallRefused ? error.body?.factors : undefined;

/** What to tell of a failed call: the server's sentence if it sent one, else the specification's. */
export const refusalText = (error: unknown, fallback: string): string =>
  (error instanceof CallRefused ? error.body?.detail : undefined) ?? fallback;

/** The same for a call that may just be made again. */
export const troubleText = (error: unknown): string =>
  refusalText(error, 'The server did not answer. Please try again.');

/** Whether nobody knows what became of a call: nothing came back, or the page of a proxy that heard nothing itself. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallRefused) || (error.status >= 500 && error.body === undefined);

/** A sentence per field of the request that the server found wrong. */
export const refusalFields = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof CallRefused ? error.body?.fields : undefined) ?? {};

/** What the server's log knows a failed call by: the beginning of its id, short enough to be told on the telephone. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof CallRefused ? error.body?.request_id?.slice(0, referenceLength) : undefined;

const referenceLength = 8;
