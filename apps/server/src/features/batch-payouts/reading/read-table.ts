import { CsvError, parse, type Options } from 'csv-parse/sync';
import { batchPayoutBounds, type BatchColumn } from '@florin/contract';
import { Refusal } from '../../../platform/refusal.ts';
import { columnOf, placesOf } from './columns.ts';
import { decodeText } from './decode-text.ts';

export type ReadRow = {
  /** The row's number in a spreadsheet. The header is row 1 unless blank lines precede it. */
  readonly number: number;
  readonly cells: Readonly<Record<BatchColumn, string>>;
};

const delimiters = [',', ';', '\t', '|'];
/** The longest row. An opening quote without a closing one would otherwise take the rest of the file. */
const longestRow = 10_000;
/** The maximum number of rows, including blank rows. A file of line ends alone would otherwise take long. */
const mostLines = 20_000;

const options = (delimiter: string): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: longestRow,
  to: mostLines,
});

/**
 * Reads the rows of a CSV file in any spreadsheet's dialect: the encodings of `decodeText`; comma, semicolon, tab or |
 * between cells; any line ends; columns in any order. Skips blank rows. Refusals: `batch_file_refused`.
 */
export function readTable(bytes: Uint8Array): ReadRow[] {
  const text = decodeText(bytes);
  const [, named, rest] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []; // Excel's first line
  const [body, delimiter] = [rest ?? text, named ?? delimiterOf(text)];
  const lines = parsed(() => parse(body, options(delimiter)) as string[][]);
  if (lines.length === mostLines) throw refused(`The file has ${mostLines} rows or more. Remove blank rows.`);
  const skipped = rest === undefined ? 1 : 2;
  const filled = lines
    .map((cells, at) => ({ number: at + skipped, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [header, ...records] = filled;
  if (!header) throw refused('The file is empty.');
  const places = placesOf(
    header.cells,
    records.map(({ cells }) => cells),
  );
  const tooLong = records.find(({ cells }) => cells.slice(header.cells.length).some((cell) => cell.trim() !== ''));
  if (tooLong)
    throw refused(
      `Row ${tooLong.number} has more cells than the header. Put cells that contain "${delimiter}" in quotes.`,
    );
  if (records.length === 0) throw refused('The file has no rows below its header.');
  if (records.length > batchPayoutBounds.rows)
    throw refused(`The file has ${records.length} rows. Split it into files of at most ${batchPayoutBounds.rows}.`);
  const cellsOf = (cells: readonly string[], column: BatchColumn) => (cells[places.get(column) ?? -1] ?? '').trim();
  return records.map(({ number, cells }) => ({
    number,
    cells: {
      recipient: cellsOf(cells, 'recipient'),
      amount: cellsOf(cells, 'amount'),
      currency: cellsOf(cells, 'currency'),
      note: cellsOf(cells, 'note'),
      reference: cellsOf(cells, 'reference'),
    },
  }));
}

/** Returns the delimiter that splits the header into the most known columns. */
function delimiterOf(text: string): string {
  const scored = delimiters.map((delimiter) => ({ delimiter, known: knownColumns(text, delimiter) }));
  return scored.reduce((best, one) => (one.known > best.known ? one : best)).delimiter;
}

function knownColumns(text: string, delimiter: string): number {
  try {
    const [header = []] = parse(text, {
      ...options(delimiter),
      skip_records_with_empty_values: true,
      to: 1,
    }) as string[][];
    return header.filter((heading) => columnOf(heading) !== undefined).length;
  } catch {
    return 0;
  }
}

function parsed(parsing: () => string[][]): string[][] {
  try {
    return parsing();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = error['lines'];
    const place = typeof line === 'number' ? `near line ${line}` : 'in this file';
    throw refused(
      `A quotation mark ${place} is not closed or stands in the middle of a cell. Correct it and upload again.`,
    );
  }
}

const refused = (sentence: string) => new Refusal('batch_file_refused', sentence);
