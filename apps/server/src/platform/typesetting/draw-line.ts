import type { EmbeddedFont } from './embed-font.ts';
import type { Font } from './font.ts';
import type { Line } from './line.ts';
import type { Glyph } from './shape.ts';

type Place = { readonly x: number; readonly y: number; readonly size: number };

/** The operators that show a line, on a page whose y goes down from its top. */
export function lineOperators(line: Line, { x, y, size }: Place, embedded: (font: Font) => EmbeddedFont): string[] {
  const operators = ['BT'];
  let at = x;
  for (const { font, glyphs } of line.runs) {
    const into = embedded(font);
    operators.push(`/${into.name} ${decimal(size)} Tf`);
    for (const part of partsOf(glyphs)) {
      const [first] = part;
      if (!first) continue;
      const [left, base] = [at + (first.dx * size) / 1_000, y - (first.dy * size) / 1_000];
      operators.push(`1 0 0 -1 ${decimal(left)} ${decimal(base)} Tm`, `[${shown(part, into)}] TJ`);
      at += part.reduce((sum, { advance }) => sum + advance, 0) * (size / 1_000);
    }
  }
  operators.push('ET');
  return operators;
}

/** Glyphs on the line stay together; each mark that is moved from its place stands alone. */
function partsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const parts: Glyph[][] = [];
  let together = false;
  for (const glyph of glyphs) {
    const moved = glyph.dx !== 0 || glyph.dy !== 0;
    if (together && !moved) parts.at(-1)?.push(glyph);
    else parts.push([glyph]);
    together = !moved;
  }
  return parts;
}

/** Codes, and between them how far the next glyph is from where the font's own width would place it. */
function shown(glyphs: readonly Glyph[], font: EmbeddedFont): string {
  let text = '';
  let open = false;
  for (const glyph of glyphs) {
    text += open ? font.codeOf(glyph) : `<${font.codeOf(glyph)}`;
    const nudge = Math.round(font.widthOf(glyph) - glyph.advance);
    open = nudge === 0;
    if (!open) text += `> ${nudge} `;
  }
  return open ? `${text}>` : text;
}

const decimal = (value: number) => String(Math.round(value * 1_000) / 1_000);
