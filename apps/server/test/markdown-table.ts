import { readFileSync } from 'node:fs';

export type Section = {
  readonly title: string;
  readonly text: string;
  /** The rows of the section's first table by column name; empty without a table. */
  readonly rows: readonly Readonly<Record<string, string>>[];
};

/** Splits a page of `docs` into sections at its headings. The first section is the text under the page's title. */
export function readSections(page: string): Section[] {
  const text = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8');
  return text.split(/^#+ /m).slice(1).map(sectionOf);
}

function sectionOf(text: string): Section {
  const [title = '', ...lines] = text.split('\n');
  const [head, , ...body] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
  const rows = body.map((cells) => Object.fromEntries((head ?? []).map((column, i) => [column, cells[i] ?? ''])));
  return { title, text: lines.join('\n'), rows };
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
