import decodeQr from 'qr/decode.js';
import { readSquares } from './read-pdf.ts';

/** Reads the QR codes of a document: draws the squares of each as a bitmap of four pixels a module. */
export function readQrCodes(pdf: Uint8Array): string[] {
  return readSquares(pdf).map((squares) => {
    const size = squares[0]?.size ?? 1;
    const [x0, y0] = [Math.min(...squares.map(({ x }) => x)), Math.min(...squares.map(({ y }) => y))];
    const quiet = 4;
    const modules = Math.round((Math.max(...squares.map(({ x }) => x)) - x0) / size) + 1 + 2 * quiet;
    const [scale, width] = [4, modules * 4];
    const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
    for (const square of squares) {
      const [left, top] = [square.x - x0, square.y - y0].map((at) => (Math.round(at / size) + quiet) * scale);
      for (let row = 0; row < scale; row++)
        for (let column = 0; column < scale; column++) {
          const at = (((top ?? 0) + row) * width + (left ?? 0) + column) * 4;
          pixels.set([0, 0, 0, 255], at);
        }
    }
    return decodeQr({ width, height: width, data: pixels });
  });
}
