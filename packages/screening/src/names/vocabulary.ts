import { distance } from './distance.ts';
import { keysOf } from './fold.ts';
import type { Segment } from './normalize.ts';

/** A word of the index, with the names that contain it. */
export type IndexedWord = {
  readonly text: string;
  readonly folded: string;
  readonly hasUnwrittenVowels: boolean;
  readonly isJoined: boolean;
  readonly hasDigits: boolean;
  readonly names: number[];
};

/** Words below this similarity count as different. */
const LEAST_SIMILARITY = 0.66;
/** People rarely join words, so joined words must be more similar. */
const LEAST_JOINED = 0.88;
/** A short word contains less information, so a difference counts more. */
const SHORT_LENGTH = 4;
const SHORT_FACTOR = 1.25;
/** The similarity of two spellings of one sound: a different spelling is not quite the same name. */
const SAME_SOUND = 0.99;
const CUT_WORD = 0.94;
const SHORTEST_CUT = 3;
/** The minimum cost of a missing letter. */
const LEAST_GAP = 0.3;
const MAXIMUM_KEPT = 2_000;

/** Returns the similarity of two words from 0 to 1. Returns 0 for words with little in common. */
function similarity(one: Omit<Segment, 'words'>, other: IndexedWord): number {
  if (one.text === other.text) return 1;
  if (one.folded === other.folded) return SAME_SOUND;
  if (other.hasDigits) return 0; // names with different numbers differ
  const longest = Math.max(one.folded.length, other.folded.length);
  const factor = longest <= SHORT_LENGTH ? SHORT_FACTOR : 1;
  const least = one.isJoined || other.isJoined ? LEAST_JOINED : LEAST_SIMILARITY;
  const limit = ((1 - least) * longest) / factor;
  const isUnwritten = one.hasUnwrittenVowels !== other.hasUnwrittenVowels;
  const difference = Math.abs(one.folded.length - other.folded.length);
  if (!isUnwritten && difference * LEAST_GAP > limit) return 0;
  const cost = distance(one.folded, other.folded, limit, isUnwritten);
  return cost === Infinity ? 0 : Math.min(SAME_SOUND, 1 - (cost * factor) / longest);
}

/** All words of the index. Finds similar words by their consonants, without comparing all words. */
export class Vocabulary {
  readonly words: IndexedWord[] = [];
  readonly #ids = new Map<string, number>();
  readonly #similar = new Map<string, ReadonlyMap<number, number>>();
  readonly #byKey = new Map<string, number[]>();
  #sorted: readonly number[] | null = null;

  /** Returns the word's number. */
  add(segment: Segment, name: number): number {
    const { text, folded, hasUnwrittenVowels, isJoined } = segment;
    const identity = identityOf(segment);
    let id = this.#ids.get(identity);
    if (id === undefined) {
      id = this.words.length;
      this.#ids.set(identity, id);
      const hasDigits = /\d/.test(text);
      this.words.push({ text, folded, hasUnwrittenVowels, isJoined, hasDigits, names: [] });
      for (const key of keysOf(segment.skeleton)) append(this.#byKey, key, id);
    }
    const names = this.words[id]?.names;
    if (names && names.at(-1) !== name) names.push(name);
    return id;
  }

  /** Returns the similar words with their similarity. Caches the answers, because many people have the same names. */
  similarTo(segment: Segment): ReadonlyMap<number, number> {
    const identity = identityOf(segment);
    const known = this.#similar.get(identity);
    if (known) return known;
    const found = this.#search(segment);
    if (this.#similar.size >= MAXIMUM_KEPT) this.#similar.clear();
    this.#similar.set(identity, found);
    return found;
  }

  #search(segment: Segment): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const seen = new Set<number>();
    for (const key of keysOf(segment.skeleton))
      for (const id of this.#byKey.get(key) ?? []) {
        if (seen.has(id)) continue;
        seen.add(id);
        const word = this.words[id];
        if (word === undefined || (segment.isJoined && word.isJoined)) continue;
        const value = similarity(segment, word);
        if (value > 0) found.set(id, value);
      }
    return found;
  }

  /** Returns the words that begin with a possibly cut word. */
  beginningWith({ text }: Segment): Map<number, number> {
    const found = new Map<number, number>();
    if (text.length < SHORTEST_CUT) return found;
    const sorted = (this.#sorted ??= this.words.map((_, id) => id).toSorted((a, b) => this.#compare(a, b)));
    for (let at = this.#firstFrom(sorted, text); at < sorted.length; at++) {
      const id = sorted[at] ?? 0;
      if (!this.words[id]?.text.startsWith(text)) break;
      found.set(id, CUT_WORD);
    }
    return found;
  }

  #compare(one: number, other: number): number {
    const [left, right] = [this.words[one]?.text ?? '', this.words[other]?.text ?? ''];
    return left < right ? -1 : left > right ? 1 : 0;
  }

  #firstFrom(sorted: readonly number[], text: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.words[sorted[middle] ?? 0]?.text ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const identityOf = ({ text, hasUnwrittenVowels, isJoined }: Segment): string =>
  `${text}${hasUnwrittenVowels ? "'" : ''}${isJoined ? '+' : ''}`;

function append(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key);
  if (ids) ids.push(id);
  else map.set(key, [id]);
}
