import { breakLines, fitLine } from './break-lines.ts';
import { readCharacters, type Character } from './characters.ts';
import { lineOperators } from './draw-line.ts';
import { embedFont, type Document, type EmbeddedFont } from './embed-font.ts';
import type { Font, Weight } from './font.ts';
import { setLine, type Line } from './line.ts';

/** The size in points. */
export type TextStyle = { readonly size: number; readonly weight: Weight };
type Place = { readonly x: number; readonly y: number };

/** A page's list of fonts, by the names that its operators use. */
type Page = { readonly fonts: Record<string, unknown> };
type Pages = Document & { readonly page: Page; readonly addContent: (operators: string) => unknown };

/** PDFKit's types leave out the fonts of a page. */
function isPages(pdf: object): pdf is Pages {
  return 'ref' in pdf && 'addContent' in pdf && 'page' in pdf;
}

type SetText = { readonly characters: readonly Character[]; readonly line: Line };
/** A figure is measured and then drawn, and headings come again on every page. */
const maxSet = 1_000;

/**
 * Sets lines of text in a PDF, in the brand's face and, for every other script, in one that has it. What is measured is
 * what is drawn: with ligatures, marks at their places, and both directions of writing.
 */
export function openTextSetter(document: object) {
  if (!isPages(document)) throw new Error('text can be set in a PDFKit document only');
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
    /** In points. */
    widthOf: async (text: string, style: TextStyle) => ((await read(text, style)).line.width * style.size) / 1_000,

    /** On the baseline `y`, cut with an ellipsis where it is wider than `width`. */
    async draw(text: string, { x, y }: Place, style: TextStyle, width = Number.POSITIVE_INFINITY) {
      const { characters, line } = await read(text, style);
      const room = (width * 1_000) / style.size;
      const shown = line.width <= room ? line : setLine(fitLine(characters, room, await ellipsisIn(style)));
      if (shown.runs.length > 0) pdf.addContent(lineOperators(shown, { x, y, size: style.size }, embedded).join('\n'));
    },

    /** The text in as many lines as it takes. */
    async linesOf(text: string, style: TextStyle, width: number): Promise<string[]> {
      const lines = breakLines((await read(text, style)).characters, (width * 1_000) / style.size);
      return lines.map((characters) => characters.map((character) => character.text).join(''));
    },

    /** Before the document ends: what was drawn of each font goes into it. */
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
