import type { Font } from './font.ts';
import type { Glyph } from './shape.ts';
import { subsetFont } from './subset.ts';

/** An object in a PDF, as PDFKit writes it. */
type Reference = { readonly data: Record<string, unknown>; readonly end: (stream?: Uint8Array) => void };
export type Document = { readonly ref: (data: Record<string, unknown>) => Reference };

type Code = Pick<Glyph, 'id' | 'text'> & { readonly width: number };

/** A font in a PDF document. The font's glyphs get codes in the order of first use. */
export type EmbeddedFont = {
  readonly name: string;
  readonly reference: Reference;
  /** Returns four hexadecimal digits. A glyph has one code per text it represents, so that all text can be copied. */
  readonly codeOf: (glyph: Glyph) => string;
  /** Returns the width in thousandths of the font size, as the document states it. */
  readonly widthOf: (glyph: Glyph) => number;
  readonly finish: () => Promise<void>;
};

export function embedFont(document: Document, font: Font, name: string): EmbeddedFont {
  const reference = document.ref({ Type: 'Font', Subtype: 'Type0', Encoding: 'Identity-H' });
  const codes = new Map<string, number>();
  const used: Code[] = [{ id: 0, text: '', width: 0 }];
  const widthOf = ({ id }: Pick<Glyph, 'id'>) => Math.round((font.shaper.glyphHAdvance(id) * 1_000) / font.upem);
  return {
    name,
    reference,
    widthOf,
    codeOf({ id, text }) {
      const key = `${id} ${text}`;
      let code = codes.get(key);
      if (code === undefined) {
        code = used.push({ id, text, width: widthOf({ id }) }) - 1;
        codes.set(key, code);
      }
      return hex(code);
    },
    async finish() {
      const file = await subsetFont(font, new Set(used.map(({ id }) => id)));
      Object.assign(reference.data, describe(document, font, { used, file, name: `${tagOf(name)}+Florin${name}` }));
      reference.end();
    },
  };
}

type Finished = { readonly used: readonly Code[]; readonly file: Uint8Array; readonly name: string };

/** Describes a composite font over a TrueType program, with a map from codes to glyphs (ISO 32000-2, 9.7). */
function describe(document: Document, font: Font, { used, file, name }: Finished) {
  const { ascender, descender } = font.shaper.hExtents();
  const scaled = (units: number) => Math.round((units * 1_000) / font.upem);
  const descriptor = addObject(document, {
    Type: 'FontDescriptor',
    FontName: name,
    Flags: 4, // symbolic: glyphs are selected by number
    FontBBox: [-1_000, scaled(descender), 3_000, scaled(ascender)],
    ItalicAngle: 0,
    Ascent: scaled(ascender),
    Descent: scaled(descender),
    CapHeight: 700,
    StemV: font.weight === 600 ? 120 : 80,
    FontFile2: addObject(document, { Length1: file.length }, file),
  });
  const descendant = addObject(document, {
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: name,
    CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
    FontDescriptor: descriptor,
    DW: 1_000,
    W: [0, used.map(({ width }) => width)],
    CIDToGIDMap: addObject(document, {}, glyphNumbers(used)),
  });
  return { BaseFont: name, DescendantFonts: [descendant], ToUnicode: addObject(document, {}, textTable(used)) };
}

function addObject(document: Document, data: Record<string, unknown>, stream?: Uint8Array): Reference {
  const reference = document.ref(data);
  reference.end(stream);
  return reference;
}

function glyphNumbers(used: readonly Code[]): Uint8Array {
  const table = Buffer.alloc(used.length * 2);
  for (const [code, { id }] of used.entries()) table.writeUInt16BE(id, code * 2);
  return table;
}

/** The maximum number of lines per block in this format. */
const maxBlockLines = 100;

function textTable(used: readonly Code[]): Uint8Array {
  const lines = used.flatMap(({ text }, code) => (text ? [`<${hex(code)}> <${utf16(text)}>`] : []));
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += maxBlockLines) {
    const block = lines.slice(at, at + maxBlockLines);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return Buffer.from(
    `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n` +
      `/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n` +
      `1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('\n')}\n` +
      `endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`,
  );
}

const hex = (code: number) => code.toString(16).padStart(4, '0');
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

/** Returns six capital letters that distinguish the font subsets of a document: `AAAAAC` for `F3`. */
const tagOf = (name: string) =>
  Number(name.slice(1))
    .toString(26)
    .padStart(6, '0')
    .replaceAll(/./g, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 26)));
