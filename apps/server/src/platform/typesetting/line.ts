import bidiFactory from 'bidi-js';
import type { Character } from './characters.ts';
import type { Font } from './font.ts';
import { shape, type Glyph } from './shape.ts';

/** Glyphs of one font beside each other, from left to right. */
export type Run = { readonly font: Font; readonly glyphs: readonly Glyph[] };
/** Its width in thousandths of the letter size. */
export type Line = { readonly runs: readonly Run[]; readonly width: number };

const bidi = openBidi(bidiFactory);

/** The package's types name a default export; Node gives the function itself. */
function openBidi(given: unknown) {
  if (!isFactory(given)) throw new Error('bidi-js exports no function');
  return given();
}

function isFactory(given: unknown): given is typeof bidiFactory.default {
  return typeof given === 'function';
}

/** Letters that are read from the right, their figures, and marks that turn what stands in them. */
const turns =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Sets characters beside each other as Unicode's algorithm for both directions of writing says (UAX 9). */
export function setLine(characters: readonly Character[]): Line {
  const runs = visualOrder(runsOf(characters)).map(({ font, text, level }) => ({
    font,
    glyphs: shape(font, text, level % 2 === 0 ? 'ltr' : 'rtl'),
  }));
  const width = runs.reduce((sum, { glyphs }) => sum + glyphs.reduce((own, { advance }) => own + advance, 0), 0);
  return { runs, width };
}

type LogicalRun = { readonly font: Font; readonly text: string; readonly level: number };

/** In the order they are read in: of one font and one level of direction each. */
function runsOf(characters: readonly Character[]): LogicalRun[] {
  const levels = levelsOf(characters.map(({ text }) => text).join(''));
  const runs: LogicalRun[] = [];
  let at = 0;
  for (const { text, font } of characters) {
    const level = levels?.[at] ?? 0;
    at += text.length;
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push({ font, text, level });
  }
  return runs;
}

const levelsOf = (text: string): Uint8Array | undefined =>
  turns.test(text) ? bidi.getEmbeddingLevels(withoutPairs(text), 'auto').levels : undefined;

/**
 * The package reads a text by units of 16 bits and takes each half of a pair for a letter that is read from the left: in
 * their place stand two signs that have the direction of the whole.
 */
const withoutPairs = (text: string) =>
  text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (pair) => (turns.test(pair) ? 'אא' : isLetter.test(pair) ? 'AA' : '☺☺'));
const isLetter = /\p{L}/u;

/** From the highest level down to the lowest odd one, each stretch of at least that level is turned around (rule L2). */
function visualOrder(runs: readonly LogicalRun[]): readonly LogicalRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (let start = 0; start < ordered.length; start++) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed());
      start = Math.max(start, end - 1);
    }
  return ordered;
}
