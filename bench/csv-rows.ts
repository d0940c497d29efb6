/** Parses RFC 4180. Quoted fields may contain commas, line ends and doubled quotes. */
export function csvRows(text: string): string[][] {
  const fields = text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [all, quoted, plain, end] of fields) {
    if (all === '') break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Sums a column of hundredths over the rows that have the given value in another column. */
export function sumOfColumn(rows: readonly string[][], column: string, where: { column: string; is: string }): bigint {
  const [headings = [], ...lines] = rows;
  const [figure, key] = [headings.indexOf(column), headings.indexOf(where.column)];
  return lines
    .filter((line) => line[key] === where.is)
    .reduce((sum, line) => sum + BigInt((line[figure] ?? '').replace('.', '')), 0n);
}
