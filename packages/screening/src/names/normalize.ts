import anyAscii from 'any-ascii';
import { fold, skeletonOf } from './fold.ts';
import { honorifics, legalForms, particles } from './words.ts';

/** A word of a name, or two joined neighbors, because people write `Abu Bakr` and `Abubakr`. */
export type Segment = {
  /** In small Latin letters and digits. */
  readonly text: string;
  readonly folded: string;
  readonly skeleton: string;
  /** The word comes from a script that writes no vowels. */
  readonly hasUnwrittenVowels: boolean;
  /** One bit for each word of the name that the segment covers. */
  readonly words: number;
  readonly isParticle: boolean;
  readonly isJoined: boolean;
};

export type NormalizedName = { readonly segments: readonly Segment[]; readonly wordCount: number };

const MAXIMUM_JOINED_LENGTH = 24;
/** One bit of an integer for each word. */
export const MAXIMUM_WORDS = 24;

/** Returns the words of a name: in Latin letters without accents, titles, forms of companies and punctuation. */
export function wordsOf(name: string): readonly string[] {
  const words = latin(firstNamesFirst(name))
    .replace(/['`’ʼ]/g, '')
    // `S.A.` and `O.O.O.` are one word.
    .replace(/\b(?:[a-z]\.){2,}(?:[a-z]\b)?/g, (initials) => initials.replaceAll('.', ''))
    .replace(/\babd(?:[aeou][lrnszd]{0,2})?[\s-]+(?:[aeu][lrnszd][\s-]+)?(?=[a-z]{3})/g, 'abdul')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  // Leaves such a name unchanged, because Umar without vowels is written as Mr.
  if (writesNoVowels(name)) return words;
  const forNamesOnly = words.filter((word) => !legalForms.has(word));
  const significant = forNamesOnly.filter((word) => !honorifics.has(word));
  // A title and one word together are a name, such as Mullah Omar.
  for (const [some, least] of [[significant, 2] as const, [forNamesOnly, 1] as const])
    if (some.filter((word) => !particles.has(word)).length >= least) return some;
  return words;
}

/** The lists write `GADDAFI, Muammar`. The order matters only for words that people join. */
const firstNamesFirst = (name: string): string => {
  const [family = '', first, ...rest] = name.split(',');
  return first === undefined ? name : [first, family, ...rest].join(' ');
};

/** Returns at most the first words of a name, with all data for a comparison. */
export function normalize(name: string): NormalizedName {
  return normalizeWords(wordsOf(name), writesNoVowels(name));
}

export function normalizeWords(all: readonly string[], hasUnwrittenVowels: boolean): NormalizedName {
  const words = all.slice(0, MAXIMUM_WORDS);
  const segmentOf = (text: string, bits: number, isJoined: boolean): Segment => {
    const folded = fold(text, hasUnwrittenVowels);
    const isInitial = text.length === 1 && !/\d/.test(text);
    const isParticle = !isJoined && (isInitial || particles.has(text));
    return {
      text,
      folded,
      skeleton: skeletonOf(folded, hasUnwrittenVowels),
      hasUnwrittenVowels,
      words: bits,
      isParticle,
      isJoined,
    };
  };
  const segments = words.map((word, index) => segmentOf(word, 1 << index, false));
  for (const [index, word] of words.entries()) {
    const joined = word + (words[index + 1] ?? '');
    const isWorthwhile = index + 1 < words.length && joined.length > 4 && joined.length <= MAXIMUM_JOINED_LENGTH;
    if (isWorthwhile) segments.push(segmentOf(joined, 3 << index, true));
  }
  return { segments, wordCount: words.length };
}

const syllables = /[\p{Script=Han}\p{Script=Hangul}]/gu;
const unvoweled = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
export const writesNoVowels = (name: string): boolean => unvoweled.test(name);

/** A separate word or the end of a word, as in Abdallah. The letters of this word are the article's letters, twice. */
const allah = '\u0627\u0644\u0644\u0647';
/** `Abd al-` as one word. Latin spellings separate the article from `Abd` or leave the article out. */
const arabicServant = /(?<!\p{L})\u0639\u0628\u062f\s*\u0627\u0644(?=\p{L}{3})/gu;
const arabicArticle = /(?<!\p{L})\u0627\u0644(?=\p{L}{3})/gu;

function latin(name: string): string {
  // The lists write Chinese and Korean names as separate syllables.
  const spaced = name.normalize('NFKC').replace(syllables, ' $& ');
  const joined = spaced.replaceAll(allah, 'lah').replace(arabicServant, 'abdul').replace(arabicArticle, '');
  const plain = anyAscii(joined).toLowerCase();
  return writesNoVowels(name) ? plain.replaceAll('w', 'u') : plain;
}
