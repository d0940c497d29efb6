import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Family } from './families.ts';
import type { Weight } from './font.ts';

/** A font file, and which characters it contains according to its package. */
export type FontFile = { readonly path: string; readonly has: (codePoint: number) => boolean };

const fileLists = new Map<string, Promise<readonly FontFile[]>>();

/** Lists the files of a family's package. */
export function filesOf(family: Family, weight: Weight): Promise<readonly FontFile[]> {
  if (family.files === 'whole') return Promise.resolve([wholeFace(weight)]);
  const files = fileLists.get(family.package) ?? listFiles(family);
  fileLists.set(family.package, files);
  return files;
}

const wholeFace = (weight: Weight): FontFile => ({
  path: fileOf(`dejavu-fonts-ttf/ttf/DejaVuSansCondensed${weight === 600 ? '-Bold' : ''}.ttf`),
  has: () => true,
});

async function listFiles({ package: name, files }: Family): Promise<readonly FontFile[]> {
  const ranges = JSON.parse(await readFile(fileOf(`${name}/unicode.json`), 'utf8')) as Record<string, string>;
  const family = name.split('/')[1];
  return Object.entries(ranges).map(([subset, text]) => ({
    path: fileOf(
      `${name}/files/${family}-${subset.replace(/^\[(.*)\]$/, '$1')}-${files === 'variable' ? 'wght' : '400'}-normal.woff2`,
    ),
    has: inRanges(text),
  }));
}

const fileOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

/** Parses Unicode ranges such as `U+1780-17FF,U+200C`. */
function inRanges(text: string): (codePoint: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (codePoint) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last);
}
