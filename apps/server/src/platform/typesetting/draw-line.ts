import type { EmbeddedFont } from './embed-font.ts';
import type { Font } from './font.ts';
import type { Line } from './line.ts';
import type { Glyph } from './shape.ts';

type Place = { readonly x: number; readonly y: number; readonly size: number };

/** Returns the PDF operators that draw a line, on a page whose y axis points down from the top. */
export function lineOperators(line: Line, { x, y, size }: Place, embedded: (font: Font) => EmbeddedFont): string[] {
  const operators = ['BT'];
  let at = x;
  for (const { font, glyphs } of line.runs) {
    const embeddedFont = embedded(font);
    operators.push(`/${embeddedFont.name} ${decimal(size)} Tf`);
    for (const part of partsOf(glyphs)) {
      const [first] = part;
      if (!first) continue;
      const [left, base] = [at + (first.dx * size) / 1_000, y - (first.dy * size) / 1_000];
      operators.push(`1 0 0 -1 ${decimal(left)} ${decimal(base)} Tm`, `[${shown(part, embeddedFont)}] TJ`);
      at += part.reduce((sum, { advance }) => sum + advance, 0) * (size / 1_000);
    }
  }
  operators.push('ET');
  return operators;
}

/** Groups glyphs on the baseline. Each glyph with an offset, such as a mark, is a separate group. */
function partsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const parts: Glyph[][] = [];
  let isOpen = false;
  for (const glyph of glyphs) {
    const isMoved = glyph.dx !== 0 || glyph.dy !== 0;
    if (isOpen && !isMoved) parts.at(-1)?.push(glyph);
    else parts.push([glyph]);
    isOpen = !isMoved;
  }
  return parts;
}

/** Returns the glyph codes, with adjustments where the advance differs from the font's own width. */
function shown(glyphs: readonly Glyph[], font: EmbeddedFont): string {
  let text = '';
  let open = false;
  for (const glyph of glyphs) {
    text += open ? font.codeOf(glyph) : `<${font.codeOf(glyph)}`;
    const adjustment = Math.round(font.widthOf(glyph) - glyph.advance);
    open = adjustment === 0;
    if (!open) text += `> ${adjustment} `;
  }
  return open ? `${text}>` : text;
}

const decimal = (value: number) => String(Math.round(value * 1_000) / 1_000);
