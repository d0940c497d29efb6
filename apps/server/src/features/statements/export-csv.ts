import { matchesSearch, type Transaction, type TransactionType } from '@florin/contract';
import { stringify, type Options } from 'csv-stringify/sync';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';

const linesAtOnce = 500;

export type ExportFilter = {
  readonly type: TransactionType | 'all';
  readonly search: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
};

type Page = Awaited<ReturnType<History['page']>>;

/**
 * The member's history as CSV (RFC 4180), newest first, page by page. What the filters leave is what the page shows with
 * the same filters; unfiltered, the amounts of a currency add up to its available balance.
 */
export async function exportCsv(
  history: History,
  member: Member,
  filter: ExportFilter,
): Promise<AsyncGenerator<string>> {
  const read = (cursor: string | undefined) => history.page(member, { type: filter.type, limit: linesAtOnce, cursor });
  // The first page is read before anything is sent, so that what fails is refused as everywhere.
  return write(await read(undefined), read, filter);
}

async function* write(
  first: Page,
  read: (cursor: string) => Promise<Page>,
  filter: ExportFilter,
): AsyncGenerator<string> {
  yield byteOrderMark + csvOf(passing(first.items, filter));
  let { items, next } = first;
  while (next !== undefined && !isPast(items, filter.since)) {
    ({ items, next } = await read(next));
    yield recordsOf(passing(items, filter));
  }
}

/** Lines as records under their headings. */
export const csvOf = (lines: readonly Transaction[]): string => stringify([headings], csv) + recordsOf(lines);

const recordsOf = (lines: readonly Transaction[]): string =>
  stringify(
    lines.map((line) => columns.map(([, valueOf]) => valueOf(line) ?? '')),
    csv,
  );

const columns: readonly (readonly [heading: string, valueOf: (line: Transaction) => string | undefined])[] = [
  ['date', (line) => line.date],
  ['id', (line) => line.id],
  ['type', (line) => line.type],
  ['description', (line) => line.description],
  ['counterparty', (line) => line.counterparty],
  ['email', (line) => line.to ?? line.from],
  ['amount', (line) => line.amount_exact],
  ['currency', (line) => line.currency],
  ['fee', (line) => line.fee_exact],
  ['counter_amount', (line) => line.counter_amount_exact],
  ['counter_currency', (line) => line.counter_currency],
  ['rate', (line) => line.rate],
  ['usd_per_coin', (line) => line.usd_per_coin],
  ['status', (line) => line.status],
  ['note', (line) => line.note],
  ['balance_after', (line) => line.balance_after_exact],
];

const headings = columns.map(([heading]) => heading);
const amountColumn = headings.indexOf('amount');

/** Without it Excel reads the file in the code page of the machine, and breaks every name that is not plain ASCII. */
const byteOrderMark = '\uFEFF';

/**
 * Texts that a spreadsheet would take for a formula get an apostrophe; a minus before a figure stays one. Fields with
 * half a line end are quoted too, which the package leaves out where a whole one is named.
 */
const csv: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    string: (value, { index }) => (index === amountColumn ? { value, escape_formulas: false } : value),
  },
};

const passing = (lines: readonly Transaction[], { search, since, until }: ExportFilter) =>
  lines.filter((line) => {
    const date = new Date(line.date);
    return (!since || date >= since) && (!until || date < until) && matchesSearch(line, search);
  });

/** A whole page is older than the moment: so is what follows. */
const isPast = (page: readonly Transaction[], since: Date | undefined): boolean =>
  since !== undefined && page.every((line) => new Date(line.date) < since);
