import type { Character } from './characters.ts';
import { setLine } from './line.ts';

/** Returns the width in thousandths of the font size. */
const measure = (characters: readonly Character[]): number => setLine(characters).width;

/** Breaks the text between words into lines of at most this width. A wider word is broken between characters. */
export function breakLines(characters: readonly Character[], width: number): Character[][] {
  const lines: Character[][] = [[]];
  for (const word of wordsOf(characters)) {
    const longer = [...(lines.at(-1) ?? []), ...word];
    if (measure(trimmedEnd(longer)) <= width) lines[lines.length - 1] = longer;
    else lines.push(...brokenWord(word, width));
  }
  return lines.map(trimmedEnd).filter((line) => line.length > 0);
}

/** Cuts a text that is too wide, so that it fits with an ellipsis. */
export function fitLine(characters: readonly Character[], width: number, ellipsis: Character): readonly Character[] {
  const cut = (length: number) => [...trimmedEnd(characters.slice(0, length)), ellipsis];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(cut(middle)) <= width) low = middle;
    else high = middle - 1;
  }
  return cut(low);
}

/** Breaks a word between characters. An address or a link may be wider than a line. */
function brokenWord(word: readonly Character[], width: number): Character[][] {
  const parts: Character[][] = [[]];
  for (const character of word) {
    const longer = [...(parts.at(-1) ?? []), character];
    if (measure(longer) <= width) parts[parts.length - 1] = longer;
    else parts.push([character]);
  }
  return parts;
}

/** Splits the text into words, each with the space after it. */
function wordsOf(characters: readonly Character[]): Character[][] {
  const text = characters.map((character) => character.text).join('');
  const breaks = unspaced.test(text) ? breaksWithin(text) : undefined;
  const words: Character[][] = [[]];
  let offset = 0;
  for (const character of characters) {
    const before = words.at(-1)?.at(-1);
    if (before && (isSpace(before) || breaks?.has(offset)) && !isSpace(character)) words.push([]);
    words.at(-1)?.push(character);
    offset += character.text.length;
  }
  return words;
}

/** Scripts that are written without spaces between words. Word breaks need a dictionary. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the start of each word in such a script. Punctuation stays with the word before it. */
const breaksWithin = (text: string): ReadonlySet<number> =>
  new Set([...segmenter.segment(text)].flatMap(({ segment, index }) => (unspaced.test(segment) ? [index] : [])));

const isSpace = ({ text }: Character) => text.trim() === '';

function trimmedEnd(characters: readonly Character[]): Character[] {
  const last = characters.findLastIndex((character) => !isSpace(character));
  return characters.slice(0, last + 1);
}
