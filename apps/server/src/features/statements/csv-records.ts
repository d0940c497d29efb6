import { matchesSearch, type Transaction } from '@florin/contract';
import { stringify, type Options } from 'csv-stringify/sync';

export type CsvFilter = {
  readonly search: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
};

/** Builds a CSV file (RFC 4180) with headings from the lines that the filter leaves. */
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
const amountColumn = headings.indexOf('amount');

/** Without it Excel reads the file in the machine's code page and garbles names that are not plain ASCII. */
const byteOrderMark = '\uFEFF';

/**
 * Matches texts that a spreadsheet may run as a formula: at the start of a field, and after a character that may end
 * one. Spreadsheets that split at semicolons or tabs ignore quotes within a cell, so quoting does not help (OWASP, CSV
 * Injection).
 */
const formula = /(^|[;\t\r\n])((?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;

/**
 * Prefixes formula-like texts with an apostrophe; amounts keep their minus. `quote_record_delimiter` also quotes fields
 * with a single CR or LF, which the package skips for `windows`.
 */
const csv: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    string: (value, { index }) =>
      index === amountColumn ? { value, escape_formulas: false } : value.replace(formula, "$1'$2"),
  },
};
