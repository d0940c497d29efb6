import { matchesSearch, type Transaction } from '@florin/contract';
import { stringify, type Options } from 'csv-stringify/sync';

export type CsvFilter = {
  readonly search: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
};

/** The lines that the filter leaves as a CSV file (RFC 4180), with its headings at the beginning. */
export function openCsv(filter: CsvFilter) {
  let begun = false;
  const add = async (lines: readonly Transaction[]): Promise<Uint8Array> => {
    const head = begun ? '' : byteOrderMark + stringify([headings], csv);
    begun = true;
    return Buffer.from(head + recordsOf(passing(lines, filter)));
  };
  return { add, finish: () => (begun ? Promise.resolve(new Uint8Array()) : add([])) };
}

const passing = (lines: readonly Transaction[], { search, since, until }: CsvFilter) =>
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

/** Without it Excel reads the file in the code page of the machine, and breaks every name that is not plain ASCII. */
const byteOrderMark = '\uFEFF';

/**
 * Where a spreadsheet may see a formula: at the start of a field, and after what it takes for the end of one. One that
 * splits at semicolons or tabs does not heed quotes in the midst of its cells, so that quoting the field does not help
 * (OWASP, CSV Injection).
 */
const formula = /(^|[;\t\r\n])((?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;

/**
 * Texts that a spreadsheet would take for a formula get an apostrophe; a minus before a figure stays one. Fields with
 * half a line end are quoted too, which the package leaves out where a whole one is named.
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
