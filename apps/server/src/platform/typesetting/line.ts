import bidiFactory from 'bidi-js';
import type { Character } from './characters.ts';
import type { Font } from './font.ts';
import { shape, type Glyph } from './shape.ts';

/** Consecutive glyphs of one font, from left to right. */
export type Run = { readonly font: Font; readonly glyphs: readonly Glyph[] };
/** The width is in thousandths of the font size. */
export type Line = { readonly runs: readonly Run[]; readonly width: number };

const bidi = openBidi(bidiFactory);

/** The package's types declare a default export, but Node imports the function itself. */
function openBidi(module: unknown) {
  if (!isFactory(module)) throw new Error('bidi-js exports no function');
  return module();
}

function isFactory(module: unknown): module is typeof bidiFactory.default {
  return typeof module === 'function';
}

/** Matches right-to-left characters, their digits, and directional formatting characters. */
const rightToLeft =
  /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Lays out characters on one line according to the Unicode bidirectional algorithm (UAX 9). */
export function setLine(characters: readonly Character[]): Line {
  const runs = visualOrder(runsOf(characters)).map(({ font, text, level }) => ({
    font,
    glyphs: shape(font, text, level % 2 === 0 ? 'ltr' : 'rtl'),
  }));
  const width = runs.reduce((sum, { glyphs }) => sum + glyphs.reduce((own, { advance }) => own + advance, 0), 0);
  return { runs, width };
}

type LogicalRun = { readonly font: Font; readonly text: string; readonly level: number };

/** Splits characters in reading order into runs of one font and one embedding level. */
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
  rightToLeft.test(text) ? bidi.getEmbeddingLevels(replaceSurrogatePairs(text), 'auto').levels : undefined;

/**
 * Replaces each surrogate pair by two characters of the same direction. The package reads 16-bit units and takes each half
 * of a pair for a left-to-right letter.
 */
const replaceSurrogatePairs = (text: string) =>
  text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, (pair) =>
    rightToLeft.test(pair) ? 'אא' : isLetter.test(pair) ? 'AA' : '☺☺',
  );
const isLetter = /\p{L}/u;

/** Reverses each sequence of runs at or above a level, from the highest level down to the lowest odd level (rule L2). */
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
