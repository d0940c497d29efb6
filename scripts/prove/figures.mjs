/** Reads the figures of the proofs and formats their table. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';
import { PROOFS } from './proofs.mjs';

const REPORT = path.join(ROOT, 'docs/explain/reliability.md');
const [BEGIN, END] = ['<!-- last run -->', '<!-- end of last run -->'];

/** Returns the figures of each test: one JSON object per line, by name. */
export function figuresIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const HEAD = ['proof', 'claim', 'verdict', 'figures', 'took'];

/** Returns a Markdown table with a line per proof. */
export const tableOf = (results) => tableWith(HEAD, results.map(cellsOf));

/** Replaces the proof's line in the document; the other lines stay. */
export function writeReport(result, run) {
  const page = readFileSync(REPORT, 'utf8');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start)
    throw new Error(`docs/explain/reliability.md has no place for the table (${BEGIN} … ${END})`);
  const lines = new Map(
    page
      .slice(start, end)
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
      .slice(1)
      .map((line) => line.slice(2, -2).split(' | '))
      .map((cells) => [cells[0], cells]),
  );
  lines.set(result.id, [...cellsOf(result), run]);
  const rows = PROOFS.flatMap(({ id }) => (lines.has(id) ? [lines.get(id)] : []));
  const table = tableWith([...HEAD, 'run'], rows);
  writeFileSync(REPORT, `${page.slice(0, start)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`);
}

function cellsOf({ id, claim, figures, seconds, problem }) {
  const texts = figures.flatMap((one) => Object.entries(one).map(([name, value]) => `${value} ${name}`));
  return [id, claim, problem ?? 'holds', texts.join(', '), `${seconds.toFixed(0)} s`];
}

const tableWith = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
