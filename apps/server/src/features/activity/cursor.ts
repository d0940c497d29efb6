import { Refusal } from '../../platform/refusal.ts';

/** Above every number. */
export const top = 9_223_372_036_854_775_807n;

/**
 * Where a page begins: for each stream, that is each wallet and what waits, the highest number that is still to come.
 * Pages are read by key, so the thousandth costs what the first does, and what arrives meanwhile shifts nothing.
 */
export type Cursor = readonly bigint[];

export const startOf = (streams: number): Cursor => Array.from({ length: streams }, () => top);

export const writeCursor = (cursor: Cursor): string => cursor.map((seq) => seq.toString(36)).join('.');

export function readCursor(text: string, streams: number): Cursor {
  const parts = text.split('.');
  if (parts.length !== streams || !parts.every((part) => /^[\da-z]{1,12}$/.test(part)))
    throw new Refusal('invalid_request', 'This page of the list is not known. Go back to the start of the list.', {
      fields: { cursor: 'This cursor is not known.' },
    });
  return parts.map((part) => BigInt(Number.parseInt(part, 36)));
}
