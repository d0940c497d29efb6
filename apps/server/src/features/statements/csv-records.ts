import { matchesSearch, type Transaction } from '@florin/contract';
import { stringify } from 'csv-stringify/sync';
import { byteOrderMark, safeCsv } from './write-csv.ts';

export type CsvFilter = {
  readonly search: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
};

/** Builds a CSV file (RFC 4180) with headings from the matching lines. */
export function openCsv(filter: CsvFilter) {
  let hasHeadings = false;
  const add = async (lines: readonly Transaction[]): Promise<Uint8Array> => {
    const head = hasHeadings ? '' : byteOrderMark + stringify([headings], csv);
    hasHeadings = true;
    return Buffer.from(head + recordsOf(filtered(lines, filter)));
  };
  return { add, finish: () => (hasHeadings ? Promise.resolve(new Uint8Array()) : add([])) };
}

const filtered = (lines: readonly Transaction[], { search, since, until }: CsvFilter) =>
  lines.filter((line) => {
    const date = new Date(line.date);
    return (!since || date >= since) && (!until || date < until) && matchesSearch(line, search);
  });

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
const csv = safeCsv([headings.indexOf('amount')]);
