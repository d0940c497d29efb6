import type { Readable } from 'node:stream';
import type { Transaction } from '@florin/contract';
import type { History, WholeFilter } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import type { CsvFilter } from './csv-records.ts';
import type { Documents } from './drawing/draw-in-thread.ts';

export type ExportFilter = CsvFilter & WholeFilter;

type Dependencies = { readonly history: History; readonly documents: Documents };

/**
 * Streams the member's history as CSV, newest first. The filters select the same lines as on the page. Without filters,
 * the amounts of a currency add up to its available balance. Errors: `busy`.
 */
export const exportCsv = (
  { history, documents }: Dependencies,
  member: Member,
  { type, currency, status, ...filter }: ExportFilter,
): Promise<Readable> =>
  documents.draw({ kind: 'csv', filter }, () =>
    linesSince(history.whole(member, { type, currency, status }, filter.until), filter.since),
  );

async function* linesSince(history: AsyncIterable<readonly Transaction[]>, since: Date | undefined) {
  for await (const lines of history) {
    yield lines;
    if (isOlder(lines, since)) return;
  }
}

/** Returns true if the whole chunk is older than the start, so that all following lines are also older. */
const isOlder = (lines: readonly Transaction[], since: Date | undefined): boolean =>
  since !== undefined && lines.every((line) => new Date(line.date) < since);
