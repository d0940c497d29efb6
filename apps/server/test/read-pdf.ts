import { inflateSync } from 'node:zlib';

/** A text as a page shows it, its glyphs from left to right, and where it begins, in points from the left. */
type ShownText = { readonly x: number; readonly text: string };

/** What the pages of one of our documents show, in the order it is drawn in. */
export function readPdf(pdf: Buffer): ShownText[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)].map(([, id = '', body = '']) => [id, body]),
  );
  const pages = [...objects.values()].filter((body) => body.includes('/Type /Page\n'));
  return pages.flatMap((page) => {
    const named = objects.get(referred(page, 'Resources')) ?? '';
    const fonts = new Map(
      [...named.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
        name,
        lettersOf(unpacked(objects.get(referred(objects.get(id) ?? '', 'ToUnicode')) ?? '')),
      ]),
    );
    const drawn = unpacked(objects.get(referred(page, 'Contents')) ?? '');
    return [...drawn.matchAll(/ ([-\d.]+) [-\d.]+ Tm\n\/(F\d+) \S+ Tf\n\[(.*?)\] TJ/gs)].map(
      ([, x, font = '', glyphs]) => ({
        x: Number(x),
        text: (glyphs?.match(/<[\da-f]+>/g) ?? []).map((hex) => textOf(hex, fonts.get(font) ?? [])).join(''),
      }),
    );
  });
}

const referred = (object: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(object)?.[1] ?? '';

const unpacked = (object: string) =>
  inflateSync(Buffer.from(/stream\n(.*)\nendstream/s.exec(object)?.[1] ?? '', 'latin1')).toString('latin1');

/** By the number of the glyph in the document. */
const lettersOf = (table: string) =>
  [...table.matchAll(/\[(.*?)\]/gs)].flatMap(([, range]) => range?.match(/<[\da-f ]*>/g) ?? []).map(fromUtf16);

const fromUtf16 = (hex: string) =>
  String.fromCharCode(...(hex.match(/[\da-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

const textOf = (hex: string, letters: readonly string[]) =>
  (hex.match(/[\da-f]{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)]).join('');
