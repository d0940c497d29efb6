import * as hb from 'harfbuzzjs';
import type { Font } from './font.ts';

/** A positioned glyph, in thousandths of the font size, and its text. The second glyph of a character has no text. */
export type Glyph = {
  readonly id: number;
  readonly text: string;
  readonly advance: number;
  readonly dx: number;
  readonly dy: number;
};

/** Tabular figures, so that columns of amounts line up. */
const features = [new hb.Feature('tnum', 1)];
const buffer = new hb.Buffer();

/** Shapes text of one font and direction into glyphs from left to right, including ligatures and marks. */
export function shape(font: Font, text: string, direction: 'ltr' | 'rtl'): Glyph[] {
  buffer.clearContents();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  buffer.setDirection(direction === 'ltr' ? hb.Direction.LTR : hb.Direction.RTL);
  buffer.setFlags(hb.BufferFlag.REMOVE_DEFAULT_IGNORABLES);
  hb.shape(font.shaper, buffer, features);
  const [infos, positions] = [buffer.getGlyphInfos(), buffer.getGlyphPositions()];
  const texts = textsOf(
    text,
    infos.map(({ cluster }) => cluster),
    direction,
  );
  const scaled = (units: number) => (units * 1_000) / font.upem;
  return infos.map(({ codepoint }, i) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
    return { id: codepoint, text: texts[i] ?? '', advance: scaled(xAdvance), dx: scaled(xOffset), dy: scaled(yOffset) };
  });
}

/**
 * Returns the text of each glyph, for copying and searching. In a cluster of several characters and glyphs, each glyph
 * gets one character in reading order, and the last glyph gets the rest.
 */
function textsOf(text: string, clusters: readonly number[], direction: 'ltr' | 'rtl'): string[] {
  const order = clusters.map((_, i) => i);
  if (direction === 'rtl') order.reverse();
  const texts: string[] = [];
  for (let at = 0; at < order.length;) {
    const start = clusters[order[at] ?? 0] ?? 0;
    const glyphs = order.slice(at).findIndex((i) => clusters[i] !== start);
    const count = glyphs === -1 ? order.length - at : glyphs;
    const characters = Array.from(text.slice(start, clusters[order[at + count] ?? -1] ?? text.length));
    for (let part = 0; part < count; part++)
      texts[order[at + part] ?? 0] = part < count - 1 ? (characters[part] ?? '') : characters.slice(part).join('');
    at += count;
  }
  return texts;
}
