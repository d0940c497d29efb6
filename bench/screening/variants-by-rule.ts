import type { Random } from './random.ts';

export type Rule = { readonly name: string; readonly apply: (words: readonly string[], random: Random) => string };

const vowels = 'aeiou';

/** The changes of names on their way through forms and banks. */
export const rules: readonly Rule[] = [
  { name: 'other order', apply: (words) => words.toReversed().join(' ') },
  { name: 'a word less', apply: (words) => (words.length > 2 ? [words[0], ...words.slice(2)] : words).join(' ') },
  {
    name: 'a letter wrong',
    apply: (words, random) =>
      edited(
        words,
        random,
        (word, at) => word.slice(0, at) + random.pick('bdfgklmnprstv'.split('')) + word.slice(at + 1),
      ),
  },
  {
    name: 'a letter missing',
    apply: (words, random) => edited(words, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  },
  {
    name: 'letters swapped',
    apply: (words, random) =>
      edited(
        words,
        random,
        (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
      ),
  },
  {
    name: 'another vowel',
    apply: (words) =>
      words
        .map((word) => word.replace(/(?<=.)[aeiou]/, (vowel) => vowels[(vowels.indexOf(vowel) + 1) % 5] ?? vowel))
        .join(' '),
  },
  { name: 'another spelling', apply: (words) => respelled(words.join(' ')) },
  { name: 'a blank less', apply: (words) => [...words.slice(0, -2), words.slice(-2).join('')].join(' ') },
  { name: "cut to the bank's width", apply: (words) => cut(words.join(' ').toUpperCase()) },
];

function edited(words: readonly string[], random: Random, edit: (word: string, at: number) => string): string {
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
  const at = 1 + random.below(Math.max(1, longest.length - 2));
  return words.map((word) => (word === longest ? edit(word, at) : word)).join(' ');
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/sh/gi, 'sch'],
  [/kh/gi, 'ch'],
  [/q/gi, 'k'],
  [/w/gi, 'v'],
  [/zh/gi, 'j'],
  [/y/gi, 'i'],
  [/u/gi, 'ou'],
  [/ss|s/gi, 'ss'],
];

const respelled = (name: string): string =>
  spellings.reduce((text, [pattern, other]) => text.replace(pattern, other), name);

/** Cuts within the last word, like a narrow field. */
const cut = (name: string): string => name.slice(0, Math.max(18, name.length - 2));
