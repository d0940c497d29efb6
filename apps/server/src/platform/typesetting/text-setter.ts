import { breakLines, fitLine } from './break-lines.ts';
import { readCharacters, type Character } from './characters.ts';
import { lineOperators } from './draw-line.ts';
import { embedFont, type Document, type EmbeddedFont } from './embed-font.ts';
import type { Font, Weight } from './font.ts';
import { setLine, type Line } from './line.ts';

/** The size in points. */
export type TextStyle = { readonly size: number; readonly weight: Weight };
type Place = { readonly x: number; readonly y: number };

/** The fonts of a page, by the names used in its operators. */
type Page = { readonly fonts: Record<string, unknown> };
type Pages = Document & { readonly page: Page; readonly addContent: (operators: string) => unknown };

/** PDFKit's types omit the fonts of a page. */
function isPages(pdf: object): pdf is Pages {
  return 'ref' in pdf && 'addContent' in pdf && 'page' in pdf;
}

type SetText = { readonly characters: readonly Character[]; readonly line: Line };
/** The maximum number of cached texts. Amounts are measured before they are drawn, and headings repeat on every page. */
const maxSet = 1_000;

/**
 * Draws lines of text in a PDF: in the brand font, or in another font for scripts that it lacks. Measuring and drawing use
 * the same layout, with ligatures, marks and both writing directions.
 */
export function openTextSetter(document: object) {
  if (!isPages(document)) throw new Error('text needs a PDFKit document');
  return setterOf(document);
}

function setterOf(pdf: Pages) {
  const fonts = new Map<Font, EmbeddedFont>();
  const embedded = (font: Font) => {
    const known = fonts.get(font) ?? embedFont(pdf, font, `F${fonts.size + 1}`);
    fonts.set(font, known);
    pdf.page.fonts[known.name] = known.reference;
    return known;
  };
  const set = new Map<string, SetText>();
  const read = async (text: string, { weight }: TextStyle): Promise<SetText> => {
    const key = `${weight} ${text}`;
    const known = set.get(key);
    if (known) return known;
    const characters = await readCharacters(oneLine(text), weight);
    const read = { characters, line: setLine(characters) };
    if (set.size >= maxSet) set.clear();
    set.set(key, read);
    return read;
  };

  return {
    /** Returns the width in points. */
    widthOf: async (text: string, style: TextStyle) => ((await read(text, style)).line.width * style.size) / 1_000,

    /** Draws the text on the baseline `y`, cut with an ellipsis if it is wider than `width`. */
    async draw(text: string, { x, y }: Place, style: TextStyle, width = Number.POSITIVE_INFINITY) {
      const { characters, line } = await read(text, style);
      const available = (width * 1_000) / style.size;
      const shown = line.width <= available ? line : setLine(fitLine(characters, available, await ellipsisIn(style)));
      if (shown.runs.length > 0) pdf.addContent(lineOperators(shown, { x, y, size: style.size }, embedded).join('\n'));
    },

    /** Breaks the text into lines of at most `width` points. */
    async linesOf(text: string, style: TextStyle, width: number): Promise<string[]> {
      const lines = breakLines((await read(text, style)).characters, (width * 1_000) / style.size);
      return lines.map((characters) => characters.map((character) => character.text).join(''));
    },

    /** Embeds the used glyphs of each font. Must be called before the document ends. */
    async finish() {
      for (const font of fonts.values()) await font.finish();
    },
  };
}

async function ellipsisIn({ weight }: TextStyle): Promise<Character> {
  const [ellipsis] = await readCharacters('…', weight);
  if (!ellipsis) throw new Error('no font has an ellipsis');
  return ellipsis;
}

const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
