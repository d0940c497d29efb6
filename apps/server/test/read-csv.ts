/** Parses strict RFC 4180: records end in CRLF, fields are quoted only where needed. */
export function readCsv(text: string): Record<string, string>[] {
  const [headings = [], ...rows] = recordsOf(text.replace(/^\uFEFF/, ''));
  return rows.map((row) => Object.fromEntries(headings.map((heading, i) => [heading, row[i] ?? ''])));
}

function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
