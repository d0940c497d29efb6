import { MAXIMUM_WORDS, normalizeWords, wordsOf, writesNoVowels, type Segment } from './normalize.ts';

export type Query = { readonly segments: readonly Segment[]; readonly isCut: boolean };

/** Banks cut names after 18 characters at the earliest. */
const SHORTEST_CUT_NAME = 18;
/** This many words exceed any name. A longer text is searched in overlapping parts of this many words. */
const PART_WORDS = MAXIMUM_WORDS / 2;
/** The texts of banks and of members are much shorter. */
const MAXIMUM_LENGTH = 1_000;

const between = /\s*(?:[&/;+]|\s(?:and|or|und|oder|et|ou|e|y)\s)\s*/i;

/** Returns the texts to search for a name: the whole name, and each holder of a joint account. */
export function queriesOf(name: string): readonly Query[] {
  const text = name.slice(0, MAXIMUM_LENGTH);
  const holders = text.split(between).filter((holder) => wordsOf(holder).length > 1);
  return [text, ...(holders.length > 1 ? holders : [])].flatMap(partsOf);
}

function partsOf(text: string): readonly Query[] {
  const words = wordsOf(text);
  const isCut = text.length >= SHORTEST_CUT_NAME;
  const queryOf = (part: readonly string[]): Query => ({
    segments: normalizeWords(part, writesNoVowels(text)).segments,
    isCut,
  });
  if (words.length === 0) return [];
  if (words.length <= MAXIMUM_WORDS) return [queryOf(words)];
  const starts = Array.from({ length: Math.ceil(words.length / (PART_WORDS / 2)) }, (_, i) => (i * PART_WORDS) / 2);
  return starts.map((start) => queryOf(words.slice(start, start + PART_WORDS)));
}
