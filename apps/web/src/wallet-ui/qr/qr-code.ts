import { encode } from 'uqr';

/** Rows of modules; true is dark. */
export type QrMatrix = readonly (readonly boolean[])[];

/** Encodes a text with medium error correction: the code stays readable with up to 15 % damage. */
export const qrMatrix = (text: string): QrMatrix => encode(text, { ecc: 'M', boostEcc: false, border: 0 }).data;

/** The blank margin in modules that the QR standard requires. On screen the card's padding provides it. */
export const quietZone = 4;

/** Returns an SVG path of the dark modules, with one rectangle per horizontal run. */
export function qrPath(matrix: QrMatrix, offset = 0): string {
  return matrix
    .flatMap((row, y) => darkRuns(row).map(([x, length]) => runPath(x + offset, y + offset, length)))
    .join('');
}

const runPath = (x: number, y: number, length: number) => `M${x} ${y}h${length}v1h-${length}z`;

function darkRuns(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1);
    if (!dark) continue;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
