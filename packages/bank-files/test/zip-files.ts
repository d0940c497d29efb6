import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';

/** ZIP files for tests, in the forms that programs write. The content is by name; a folder's name ends with a slash. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

const bytesOf = (content: string | Uint8Array) => Buffer.from(content);
const bytesByName = (contents: Contents) =>
  Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, bytesOf(content)]));

export const stored = (contents: Contents) => zipSync(bytesByName(contents), { level: 0 });
export const deflated = (contents: Contents) => zipSync(bytesByName(contents), { level: 6 });

/** Writes the ZIP file without knowing the sizes in advance: a data descriptor follows each file. */
export function streamed(contents: Contents, level: 0 | 6): Uint8Array {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [name, content] of Object.entries(contents)) {
    const file = level === 0 ? new ZipPassThrough(name) : new ZipDeflate(name, { level });
    zip.add(file);
    file.push(bytesOf(content), true);
  }
  zip.end();
  return Buffer.concat(pieces);
}

export const formsOfZip: readonly (readonly [string, (contents: Contents) => Uint8Array])[] = [
  ['stored', stored],
  ['deflated', deflated],
  ['streamed and stored', (contents) => streamed(contents, 0)],
  ['streamed and deflated', (contents) => streamed(contents, 6)],
];
