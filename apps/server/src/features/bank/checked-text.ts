import type { CheckedFile, Statement } from '@florin/bank-files';
import { textTable } from '../../platform/text-table.ts';
import { visibleLine } from '../../platform/visible-text.ts';
import type { CheckedPath } from './check-bank-files.ts';

const head = ['File', 'Format', 'Account', 'Currency', 'Lines', 'Opening', 'Closing', 'Adds up?', 'Warnings'];
const leftColumns = 4;

const isSkipped = (one: CheckedPath): one is CheckedPath & { skipped: true } => 'skipped' in one;

/** Returns a row for each statement, then warnings and errors in words. */
export function checkedTable(checked: readonly CheckedPath[]): string {
  const files = checked.filter((one): one is CheckedFile => !isSkipped(one));
  const notes = files.flatMap(({ file, warnings, error }) => [
    ...warnings.map((text) => `${file}: ${text}`),
    ...(error === undefined ? [] : [`${file}: cannot be read. ${error}`]),
  ]);
  const skipped = checked.filter(isSkipped).map(({ file }) => `${file}: skipped, because it is not a bank file.`);
  return [
    ...textTable([head, ...files.flatMap(rowsOf)], leftColumns),
    ...blankLineBefore([...notes, ...skipped].map(visibleLine)),
    '',
    summary(files),
  ].join('\n');
}

export const checkedJson = (checked: readonly CheckedPath[]): string =>
  JSON.stringify(
    checked.filter((one) => !isSkipped(one)),
    null,
    2,
  );

const blankLineBefore = (lines: readonly string[]) => (lines.length === 0 ? [] : ['', ...lines]);

function rowsOf({ file, format, statements, statuses, notices, warnings, error }: CheckedFile): string[][] {
  const start = [file, format ?? '?'];
  const end = String(warnings.length);
  if (error !== undefined) return [[...start, '', '', '', '', '', 'not readable', end]];
  const rows = statements.map((statement) => [...start, ...cells(statement), end]);
  if (statuses.length > 0) rows.push([...start, `${statuses.length} statuses`, '', '', '', '', '', end]);
  if (notices.length > 0) rows.push([...start, `${notices.length} changes of accounts`, '', '', '', '', '', end]);
  return rows.length > 0 ? rows : [[...start, '', '', '0', '', '', '', end]];
}

const cells = ({ account, currency, lines, opening, closing, adds_up }: Statement) => [
  account ?? '?',
  currency ?? '?',
  String(lines.length),
  opening ?? '',
  closing ?? '',
  adds_up === null ? '' : adds_up ? 'yes' : 'NO',
];

function summary(files: readonly CheckedFile[]): string {
  const unreadable = files.filter(({ error }) => error !== undefined).length;
  const statements = files.flatMap((file) => file.statements);
  const wrong = statements.filter(({ adds_up }) => adds_up === false).length;
  return (
    `${files.length} files, ${unreadable} not readable; ` +
    `${statements.length} statements, ${wrong} that do not add up.`
  );
}
