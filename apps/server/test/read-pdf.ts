import { inflateSync } from 'node:zlib';

/** A line of text on a page, with its start in points from the left and the top. */
type ShownText = {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** The text glyph by glyph. */
  readonly texts: readonly string[];
  /** The glyph numbers in their fonts. 0 is the box for a character that the font does not have. */
  readonly glyphs: readonly number[];
};

type Font = { readonly texts: ReadonlyMap<number, string>; readonly glyphs: Buffer };

/** Returns the texts on the pages of one of Florin's documents, in drawing order. */
export function readPdf(pdf: Uint8Array): ShownText[] {
  const objects = new Map(
    [
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms),
    ].map(([, id = '', body = '']) => [id, body]),
  );
  const object = (from: string, name: string) => objects.get(referred(from, name)) ?? '';
  const fontOf = (body: string): Font => ({
    texts: textsOf(unpacked(object(body, 'ToUnicode')).toString('latin1')),
    glyphs: unpacked(object(objects.get(/\/DescendantFonts \[(\d+) /.exec(body)?.[1] ?? '') ?? '', 'CIDToGIDMap')),
  });
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page\n'));
  return pages.flatMap((page, index) => {
    const named = [...object(page, 'Resources').matchAll(/\/(F\d+) (\d+) 0 R/g)];
    const fonts = new Map(named.map(([, name = '', id = '']) => [name, fontOf(objects.get(id) ?? '')]));
    const drawn = unpacked(object(page, 'Contents')).toString('latin1');
    return [...drawn.matchAll(/^BT\n(.*?)\nET$/gms)].map(([, line = '']) => ({
      page: index + 1,
      ...shown(line, fonts),
    }));
  });
}

/** A filled square, with its upper left corner in points. */
type Square = { readonly x: number; readonly y: number; readonly size: number };

/** Returns the groups of filled squares, such as the modules of a QR code, in drawing order. */
export function readSquares(pdf: Uint8Array): Square[][] {
  const streams = [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/^\d+ 0 obj\n(<<(?:(?!>>\nstream).)*FlateDecode.*?)\nendobj$/gms),
  ].map(([, body = '']) => unpacked(body).toString('latin1'));
  return streams.flatMap((drawn) =>
    [...drawn.matchAll(/(?:^[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+/gm)].map(([group]) =>
      group
        .trim()
        .split('\n')
        .map((one) => {
          const [x = 0, y = 0, size = 0] = one.split(' ').map(Number);
          return { x, y, size };
        }),
    ),
  );
}

function shown(line: string, fonts: ReadonlyMap<string, Font>): Omit<ShownText, 'page'> {
  const [, x, y] = /1 0 0 -1 ([-\d.]+) ([-\d.]+) Tm/.exec(line) ?? [];
  let font: Font | undefined;
  const texts: string[] = [];
  const glyphs: number[] = [];
  for (const [, name, codes = ''] of line.matchAll(/\/(F\d+) \S+ Tf|^\[(.*)\] TJ/gm)) {
    if (name) font = fonts.get(name);
    for (const [code = ''] of codes.replaceAll(/> [-\d.]+ ?|[<>]/g, '').matchAll(/[\da-f]{4}/g)) {
      texts.push(font?.texts.get(Number.parseInt(code, 16)) ?? '');
      glyphs.push(font?.glyphs.readUInt16BE(Number.parseInt(code, 16) * 2) ?? 0);
    }
  }
  return { x: Number(x), y: Number(y), text: texts.join(''), texts, glyphs };
}

const referred = (object: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1] ?? '';

const unpacked = (object: string): Buffer =>
  inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(object)?.[1] ?? '', 'latin1'));

/** Returns the texts by glyph code. */
const textsOf = (table: string) =>
  new Map(
    [...table.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)].map(([, code = '', hex = '']) => [
      Number.parseInt(code, 16),
      fromUtf16(hex),
    ]),
  );

const fromUtf16 = (hex: string) =>
  String.fromCharCode(...(hex.match(/[\da-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
