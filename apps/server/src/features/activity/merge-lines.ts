import { shardOfEntry, type EntryRange } from '../../ledger/index.ts';
import type { Cursor } from './cursor.ts';
import type { StoredLine } from './store.ts';

/**
 * Merges streams of lines to one, newest first. Each stream must be newest first, and keeps its own order. Each page
 * thus continues each stream exactly at the end of the last page.
 */
export function mergeNewest(streams: readonly (readonly StoredLine[])[]): StoredLine[] {
  const places = streams.map(() => 0);
  const merged: StoredLine[] = [];
  for (;;) {
    let newest: { readonly line: StoredLine; readonly stream: number } | undefined;
    for (const [stream, lines] of streams.entries()) {
      const line = lines[places[stream] ?? 0];
      if (line && (!newest || isNewer(line, newest.line))) newest = { line, stream };
    }
    if (!newest) return merged;
    merged.push(newest.line);
    places[newest.stream] = (places[newest.stream] ?? 0) + 1;
  }
}

/**
 * Returns whether a line is newer. Entries of one ledger are numbered in the order of time. The older entries of a member
 * whose money was moved here have numbers of another ledger, so the time decides between two ledgers.
 */
export function isNewer(a: StoredLine, b: StoredLine): boolean {
  if (a.entryId === b.entryId) return (a.posting?.seq ?? 0n) > (b.posting?.seq ?? 0n);
  const areOfOneLedger = shardOfEntry(a.entryId) === shardOfEntry(b.entryId);
  if (!areOfOneLedger && +a.recordedAt !== +b.recordedAt) return a.recordedAt > b.recordedAt;
  return a.entryId > b.entryId;
}

/** Groups posted lines by their wallets, each newest first. */
export const byWallet = (lines: readonly StoredLine[]): StoredLine[][] =>
  [...Map.groupBy(lines, ({ posting }) => posting?.account).values()].map((wallet) => wallet.toSorted(byNumber));

const byNumber = (a: StoredLine, b: StoredLine) => ((a.posting?.seq ?? 0n) < (b.posting?.seq ?? 0n) ? 1 : -1);

/** Continues each stream with its first line that was read but not shown. A stream without such a line is finished. */
export const nextCursor = (
  accounts: readonly bigint[],
  ledgers: readonly EntryRange[],
  rest: readonly StoredLine[],
): Cursor => [
  ...accounts.map((account) => rest.find(({ posting }) => posting?.account === account)?.posting?.seq ?? 0n),
  ...ledgers.map(
    ({ after, last }) =>
      rest.find(({ waiting, entryId }) => waiting && entryId > after && entryId <= last)?.entryId ?? 0n,
  ),
];
