/** The figures that proofs report, and the tables that show them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { PROOFS } from './proofs.mjs';

const REPORT = path.join(ROOT, 'docs/explain/reliability.md');
const [BEGIN, END] = ['<!-- last run -->', '<!-- end of last run -->'];
const HEAD = ['proof', 'claim', 'verdict', 'figures', 'seconds'];

/** Returns the figures that each test reported, as objects by name. The file has one such object per line. */
export function figuresIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Returns a Markdown table with all figures, one row per proof. */
export const tableOf = (results) => tableWith(HEAD, results.map(cellsOf));

/** Replaces the row of one proof in the document; the other rows stay. The row shows the figures that `kept` names. */
export function writeReport(result, run) {
  const page = readFileSync(REPORT, 'utf8');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start)
    throw new Error(`docs/explain/reliability.md has no place for the table (${BEGIN} … ${END})`);
  const lines = new Map(
    page
      .slice(start, end)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .map((cells) => [cells[0], cells]),
  );
  lines.set(result.id, [...cellsOf({ ...result, figures: keptOf(result) }), run]);
  const rows = PROOFS.flatMap(({ id }) => (lines.has(id) ? [lines.get(id)] : []));
  const table = tableWith([...HEAD, 'run'], rows);
  writeFileSync(REPORT, `${page.slice(0, start)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`);
}

/** The first report of a figure counts, because several tests may report a figure of one name. */
const keptOf = ({ kept, figures }) =>
  kept.flatMap((name) =>
    figures
      .filter((one) => name in one)
      .slice(0, 1)
      .map((one) => ({ [name]: one[name] })),
  );

function cellsOf({ id, claim, figures, seconds, problem }) {
  const reported = figures.flatMap((one) => Object.entries(one).map(([name, value]) => `${value} ${name}`));
  return [id, claim, problem ?? 'holds', reported.join(', '), seconds.toFixed(0)];
}

const tableWith = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');
