// Reads a QR code from its picture by ISO/IEC 18004. Does no error correction, because a browser's picture has no
// damage.

import type { Page } from '@playwright/test';

type Picture = { readonly width: number; readonly dark: string };
type Modules = readonly (readonly boolean[])[];

/** Returns the text of the code in a PNG. The page only decodes the pixels. */
export async function readQr(page: Page, png: Buffer): Promise<string> {
  return textOf(modulesOf(await page.evaluate(pixelsOf, png.toString('base64'))));
}

/** Runs in the page. Returns the picture's width and, per pixel, whether it is dark. */
async function pixelsOf(base64: string): Promise<Picture> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.drawImage(bitmap, 0, 0);
  const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
  let dark = '';
  for (let at = 0; at < data.length; at += 4) dark += (data[at] ?? 0) + (data[at + 1] ?? 0) < 256 ? '1' : '0';
  return { width: bitmap.width, dark };
}

/** The code starts at the first dark pixel, with the seven modules of a finder's edge. */
function modulesOf({ width, dark }: Picture): Modules {
  const isDark = (x: number, y: number) => dark[y * width + x] === '1';
  const first = dark.indexOf('1');
  const [left, top] = [first % width, Math.floor(first / width)];
  let [edge, right] = [left, left];
  while (isDark(edge, top)) edge += 1;
  for (let x = left; x < width; x++) if (isDark(x, top)) right = x;
  const pixels = (edge - left) / 7;
  // Each version adds four modules to the seventeen modules of version 0. This step removes the rounding of pixels.
  const size = 17 + 4 * Math.round(((right + 1 - left) / pixels - 17) / 4);
  const centre = (start: number, index: number) => Math.floor(start + ((index + 0.5) * (right + 1 - left)) / size);
  return grid(size, (x, y) => isDark(centre(left, x), centre(top, y)));
}

function textOf(modules: Modules): string {
  const version = (modules.length - 17) / 4;
  const mask = masks[formatOf(modules).mask];
  if (!mask || formatOf(modules).correction !== medium) throw new Error('not a code of medium correction');
  return decode(dataOf(codewordsOf(modules, version, mask), version), version);
}

const medium = 0;

/** Reads the fifteen format bits next to the upper left finder. */
function formatOf(modules: Modules) {
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((y): [number, number] => [8, y]);
  places.push([7, 8], ...[5, 4, 3, 2, 1, 0].map((x): [number, number] => [x, 8]));
  const bits = places.reduce((sum, [x, y], bit) => sum | (Number(modules[y]?.[x] ?? false) << bit), 0) ^ 0x5412;
  return { mask: (bits >> 10) & 7, correction: bits >> 13 };
}

const masks: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Reads columns of two from the right, alternately up and down, without the function modules. */
function codewordsOf(modules: Modules, version: number, mask: (x: number, y: number) => number): number[] {
  const size = modules.length;
  const reserved = reservedOf(version, size);
  let bits = '';
  for (const [turn, right] of pairsOf(size).entries())
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = turn % 2 === 0 ? size - 1 - step : step;
        if (!reserved[y]?.[x]) bits += (modules[y]?.[x] ?? false) === (mask(x, y) === 0) ? '0' : '1';
      }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) => bitsAt(bits, at * 8, 8));
}

/** Returns the right column of each pair, without the timing column 6. */
const pairsOf = (size: number) =>
  Array.from({ length: (size - 1) / 2 }, (_, pair) => size - 1 - 2 * pair).map((x) => (x <= 6 ? x - 1 : x));

/** Returns the function modules: finders, formats, timing, alignment and version. */
function reservedOf(version: number, size: number): Modules {
  const aligned = alignmentsOf(version, size);
  const inCorner = (x: number, y: number) => (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9);
  const inVersion = (x: number, y: number) => version >= 7 && x < 6 && y >= size - 11 && y < size - 8;
  const inAlignment = (x: number, y: number) =>
    aligned.some((ax) => aligned.some((ay) => !inCorner(ax, ay) && Math.abs(x - ax) <= 2 && Math.abs(y - ay) <= 2));
  return grid(
    size,
    (x, y) => x === 6 || y === 6 || inCorner(x, y) || inVersion(x, y) || inVersion(y, x) || inAlignment(x, y),
  );
}

function alignmentsOf(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * index)];
}

/** For medium correction, by version from 1: correcting codewords per block, and number of blocks. */
const blocks: readonly (readonly [correcting: number, count: number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
];

/** The codewords alternate between all blocks; the later blocks may have one more codeword. */
function dataOf(codewords: readonly number[], version: number): number[] {
  const [correcting, count] = blocks[version - 1] ?? [0, 0];
  if (count === 0) throw new Error(`version ${version} is larger than this reads`);
  const short = Math.floor(codewords.length / count) - correcting;
  const longFrom = count - (codewords.length % count);
  const byBlock: number[][] = Array.from({ length: count }, () => []);
  let at = 0;
  for (let row = 0; row <= short; row++)
    for (const [index, block] of byBlock.entries())
      if (row < short || index >= longFrom) block.push(codewords[at++] ?? 0);
  return byBlock.flat();
}

function decode(data: readonly number[], version: number): string {
  const bits = data.map((codeword) => codeword.toString(2).padStart(8, '0')).join('');
  if (bitsAt(bits, 0, 4) !== bytesMode) throw new Error('not a text in bytes');
  const countLength = version < 10 ? 8 : 16;
  const bytes = Array.from({ length: bitsAt(bits, 4, countLength) }, (_, at) =>
    bitsAt(bits, 4 + countLength + at * 8, 8),
  );
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
}

const bytesMode = 4;

const bitsAt = (bits: string, start: number, length: number) => Number.parseInt(bits.slice(start, start + length), 2);

const grid = (size: number, at: (x: number, y: number) => boolean): Modules =>
  Array.from({ length: size }, (_, y) => Array.from({ length: size }, (__, x) => at(x, y)));
