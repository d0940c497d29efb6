import { stringify, type Options } from 'csv-stringify/sync';

/** Without this mark, Excel reads the file in the machine's code page and garbles names that are not plain ASCII. */
export const byteOrderMark = '\uFEFF';

/**
 * Matches texts that a spreadsheet may run as a formula: at the start of a field, and after a character that may end a
 * field. Spreadsheets that split at semicolons or tabs ignore quotes within a cell, so quoting does not help (OWASP,
 * CSV Injection).
 */
const formula = /(^|[;\t\r\n])((?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;

/**
 * Returns options that prefix formula-like texts with an apostrophe. The amounts in these columns keep their minus
 * signs. `quote_record_delimiter` also quotes fields with a single CR or LF, which the package skips for `windows`.
 */
export const safeCsv = (amountColumns: readonly number[]): Options => ({
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: {
    string: (value, { index }) =>
      amountColumns.includes(index) ? { value, escape_formulas: false } : value.replace(formula, "$1'$2"),
  },
});

/** Writes a whole CSV file (RFC 4180) that spreadsheets show unchanged. */
export const writeCsv = (headings: readonly string[], records: readonly (readonly string[])[]): string =>
  byteOrderMark +
  stringify(
    [headings, ...records].map((record) => [...record]),
    safeCsv([]),
  );
