import type { PrintedReport, PrintedTable } from '../printed-report.ts';
import { bottom } from './paper.ts';

export const rowHeight = 18;
export const belowHeight = 11;
/** The title of a table with the names of its columns. */
const headHeight = 50;
const firstTop = 318;
const nextTop = 92;

type Row = PrintedTable['rows'][number];

/** A part of a table on a page. Its head is repeated on each page. */
export type Part = { readonly table: PrintedTable; readonly rows: readonly Row[]; readonly y: number };

export const heightOf = ({ below = [] }: Row): number => rowHeight + below.length * belowHeight;

/** Distributes the tables over pages. A page never ends with a head. */
export function planReport({ tables }: PrintedReport): readonly (readonly Part[])[] {
  const pages: Part[][] = [[]];
  let y = firstTop;
  const turn = () => {
    pages.push([]);
    y = nextTop;
  };
  for (const table of tables) {
    let rows: Row[] = [];
    if (y + headHeight + heightOf(table.rows[0] ?? { cells: [] }) > bottom) turn();
    let start = y;
    y += headHeight;
    const put = () => pages.at(-1)?.push({ table, rows, y: start });
    for (const row of table.rows) {
      if (y + heightOf(row) > bottom) {
        put();
        turn();
        [start, rows] = [y, []];
        y += headHeight;
      }
      rows.push(row);
      y += heightOf(row);
    }
    if (table.rows.length === 0) y += rowHeight;
    put();
    y += 14;
  }
  return pages;
}
