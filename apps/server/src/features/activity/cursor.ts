import { Refusal } from '../../platform/refusal.ts';

/** The largest sequence number. */
export const top = 9_223_372_036_854_775_807n;

/**
 * The start of a page: the highest unread number of each stream. A stream is a wallet, or the pending lines of a
 * ledger. Pages are read by key, so every page costs the same and new lines shift nothing.
 */
export type Cursor = readonly bigint[];

export const startOf = (streams: number): Cursor => Array.from({ length: streams }, () => top);

export const writeCursor = (cursor: Cursor): string => cursor.map((seq) => seq.toString(36)).join('.');

export function readCursor(text: string, streams: number): Cursor {
  const parts = text.split('.');
  if (parts.length !== streams || !parts.every((part) => /^[\da-z]{1,12}$/.test(part)))
    throw new Refusal('invalid_request', 'This page link is not valid. Go back to the start of the list.', {
      fields: { cursor: 'This cursor is not valid.' },
    });
  return parts.map(parseNumber);
}

/** Parses a number exactly, because the numbers of some ledgers are above 2^53. */
const parseNumber = (text: string): bigint =>
  text.split('').reduce((number, digit) => number * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
