import { visibleLine } from './visible-text.ts';

/**
 * Returns the rows as aligned lines. The first `left` columns are aligned left, the others right. Line breaks and control
 * characters in a cell are shown.
 */
export function textTable(given: readonly (readonly string[])[], left = 1): string[] {
  const rows = given.map((row) => row.map(visibleLine));
  const widths: number[] = [];
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  return rows.map((row) =>
    row
      .map((cell, i) => (i < left ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
