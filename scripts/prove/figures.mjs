/** What the proofs tell, and how it is shown. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/root.mjs';

const REPORT = path.join(ROOT, 'docs/reliability.md');
const [BEGIN, END] = ['<!-- last run -->', '<!-- end of last run -->'];

/** Each line is what one test told: an object of figures by name. */
export function figuresIn(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A table in Markdown, a line per proof. */
export function tableOf(results) {
  const rows = results.map(({ id, claim, figures, seconds, problem }) => {
    const told = figures.flatMap((one) => Object.entries(one).map(([name, value]) => `${value} ${name}`));
    return [id, claim, problem ?? 'holds', told.join(', '), `${seconds.toFixed(0)} s`];
  });
  const head = ['proof', 'what is claimed', 'verdict', 'figures', 'took'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Puts the table in the place of the last one. */
export function writeReport(results, commit) {
  const page = readFileSync(REPORT, 'utf8');
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/reliability.md has no place for the table (${BEGIN} … ${END})`);
  const day = new Date().toISOString().slice(0, 10);
  const last = `${BEGIN}\n\nRun on ${day} on commit ${commit}, with Node ${process.version} starting it.\n\n${tableOf(results)}\n\n`;
  writeFileSync(REPORT, page.slice(0, start) + last + page.slice(end));
}
