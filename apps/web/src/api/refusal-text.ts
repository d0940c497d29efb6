import { CallRefused } from '@florin/contract';

/** What to tell of a failed call: the server's sentence if it sent one, else the specification's. */
export const refusalText = (error: unknown, fallback: string): string =>
  (error instanceof CallRefused ? error.body?.detail : undefined) ?? fallback;

/** A sentence per field of the request that the server found wrong. */
export const refusalFields = (error: unknown): Readonly<Record<string, string>> =>
  (error instanceof CallRefused ? error.body?.fields : undefined) ?? {};
