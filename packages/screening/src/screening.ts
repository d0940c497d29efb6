import { setImmediate } from 'node:timers/promises';
import { birthFactor } from './births.ts';
import { normalize, type Segment } from './names/normalize.ts';
import { queriesOf, type Query } from './names/queries.ts';
import {
  mostPossible,
  PARTICLE_WEIGHT,
  REVIEW_SCORE,
  scoreOf,
  sum,
  weightIn,
  weightOf,
  type Pair,
  type Weights,
} from './names/score.ts';
import { Vocabulary } from './names/vocabulary.ts';
import type { ListedParty, PartyKind } from './screening-list.ts';

export type ScreeningQuery = {
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly birthDate?: string | undefined;
  /** Undefined if the name may belong to a person or a company. */
  readonly kind?: PartyKind | undefined;
};

export type ScreeningHit = {
  readonly list: string;
  /** The publisher's id. */
  readonly id: string;
  /** The party's main name. */
  readonly name: string;
  /** The main name or alias with the highest score. */
  readonly matched_name: string;
  /** The publisher calls the matched alias weak. */
  readonly weak: boolean;
  /** From the threshold to 1. */
  readonly score: number;
  readonly program: string;
};

export type Screening = {
  /** The number of names and aliases. */
  readonly names: number;
  /** Returns the listed parties that may have this name, most likely first. */
  readonly check: (query: ScreeningQuery, threshold?: number) => readonly ScreeningHit[];
};

type Lists = readonly { readonly list: string; readonly parties: readonly ListedParty[] }[];

type IndexedName = {
  readonly text: string;
  readonly weak: boolean;
  readonly party: ListedParty;
  readonly list: string;
  readonly segments: readonly { readonly word: number; readonly covers: number }[];
  readonly particles: readonly boolean[];
  /** The weights are filled when all names are known. */
  weights: Weights;
  whole: number;
};

const NAMES_BETWEEN_PAUSES = 250;
/** The maximum weight of two joined words. */
const TWO_WORDS = 2;

/** Indexes the names. Pauses often, so a server can answer requests meanwhile. */
export async function openScreening(lists: Lists): Promise<Screening> {
  const vocabulary = new Vocabulary();
  const names: IndexedName[] = [];
  for (const { list, parties } of lists)
    for (const party of parties)
      for (const { text, weak } of party.names) {
        const indexed = indexedName(vocabulary, names.length, { text, weak, party, list });
        if (indexed) names.push(indexed);
        if (names.length % NAMES_BETWEEN_PAUSES === 0) await setImmediate();
      }
  const weightOfWord = (word: number) => weightOf(vocabulary.words[word]?.names.length ?? 1, names.length);
  for (const name of names) {
    name.weights = weightsOf(name, weightOfWord);
    name.whole = sum(name.weights);
  }
  return { names: names.length, check: checker(vocabulary, names) };
}

type Origin = Pick<IndexedName, 'text' | 'weak' | 'party' | 'list'>;

function indexedName(vocabulary: Vocabulary, number: number, origin: Origin): IndexedName | null {
  const { segments, wordCount } = normalize(origin.text);
  if (wordCount === 0) return null; // only punctuation
  return {
    ...origin,
    segments: segments.map((segment) => ({ word: vocabulary.add(segment, number), covers: segment.words })),
    particles: segments.slice(0, wordCount).map(({ isParticle }) => isParticle),
    weights: [],
    whole: 0,
  };
}

const weightsOf = ({ segments, particles }: IndexedName, weightOfWord: (word: number) => number): Weights =>
  particles.map((isParticle, index) => (isParticle ? PARTICLE_WEIGHT : weightOfWord(segments[index]?.word ?? 0)));

function checker(vocabulary: Vocabulary, names: readonly IndexedName[]): Screening['check'] {
  const search = searcher(vocabulary, names);
  return ({ name, birthDate, kind }, threshold = REVIEW_SCORE) => {
    const best = new Map<ListedParty, ScreeningHit>();
    for (const query of queriesOf(name))
      for (const { indexed, score: nameScore } of search(query, threshold)) {
        const { party, list, text, weak } = indexed;
        if (kind !== undefined && party.kind !== kind) continue;
        const score = nameScore * birthFactor(birthDate, party.births);
        if (score < threshold || score <= (best.get(party)?.score ?? 0)) continue;
        const { id, program } = party;
        best.set(party, { list, id, name: party.names[0]?.text ?? text, matched_name: text, weak, score, program });
      }
    return [...best.values()].toSorted((one, other) => other.score - one.score);
  };
}

type Found = { readonly indexed: IndexedName; readonly score: number };
type SimilarWords = ReadonlyMap<number, number>;

/** Returns the search for the names that can reach the threshold. */
function searcher(vocabulary: Vocabulary, names: readonly IndexedName[]) {
  const inCommon = commonWeights(vocabulary, names.length);
  return ({ segments, isCut }: Query, threshold: number): readonly Found[] => {
    const last = isCut ? lastWord(segments) : undefined;
    const similar = segments.map((segment) => similarWords(vocabulary, segment, segment === last));
    const query = queryWeights(segments, similar, vocabulary, names.length);
    const whole = sum(query);
    const found: Found[] = [];
    inCommon(segments, similar, query, (name, common) => {
      const indexed = names[name];
      if (!indexed || mostPossible(common, whole, indexed.whole) < threshold) return;
      found.push({ indexed, score: scoreOf(pairsOf(segments, similar, indexed), query, indexed.weights) });
    });
    return found;
  };
}

/** Returns a walk over the names with common words, and the maximum weight of these words. */
function commonWeights(vocabulary: Vocabulary, count: number) {
  const common = new Float64Array(count);
  const ofSegment = new Float64Array(count);
  const lastSegment = new Int32Array(count).fill(-1);
  const weights = vocabulary.words.map(({ names, isJoined }) => (isJoined ? TWO_WORDS : weightOf(names.length, count)));
  return (
    segments: readonly Segment[],
    similar: readonly SimilarWords[],
    query: Weights,
    visit: (name: number, common: number) => void,
  ): void => {
    const touched: number[] = [];
    for (const [index, segment] of segments.entries()) {
      if (segment.isParticle) continue;
      const weight = weightIn(segment.words, query);
      for (const [word, value] of similar[index] ?? []) {
        const most = value * Math.max(weight, weights[word] ?? 0);
        for (const name of vocabulary.words[word]?.names ?? []) {
          // The most similar word of a name counts.
          const before = lastSegment[name] === index ? (ofSegment[name] ?? 0) : 0;
          if (most <= before) continue;
          if (common[name] === 0) touched.push(name);
          lastSegment[name] = index;
          ofSegment[name] = most;
          common[name] = (common[name] ?? 0) + most - before;
        }
      }
    }
    const particles = PARTICLE_WEIGHT * segments.filter(({ isParticle }) => isParticle).length;
    for (const name of touched) {
      const most = (common[name] ?? 0) + particles;
      common[name] = 0;
      lastSegment[name] = -1;
      visit(name, most);
    }
  };
}

const lastWord = (segments: readonly Segment[]): Segment | undefined =>
  segments.filter(({ isJoined }) => !isJoined).at(-1);

function similarWords(vocabulary: Vocabulary, segment: Segment, isCut: boolean): SimilarWords {
  const similar = vocabulary.similarTo(segment);
  return isCut ? new Map([...vocabulary.beginningWith(segment), ...similar]) : similar;
}

/** A word of the query weighs as much as its most similar word on the lists. */
function queryWeights(
  segments: readonly Segment[],
  similar: readonly SimilarWords[],
  vocabulary: Vocabulary,
  names: number,
): Weights {
  return segments
    .filter(({ isJoined }) => !isJoined)
    .map(({ isParticle }, index) => {
      if (isParticle) return PARTICLE_WEIGHT;
      let [best, count] = [0, 1];
      for (const [word, value] of similar[index] ?? [])
        if (value > best) [best, count] = [value, vocabulary.words[word]?.names.length ?? 1];
      return weightOf(count, names);
    });
}

function pairsOf(
  segments: readonly Segment[],
  similar: readonly SimilarWords[],
  indexed: IndexedName,
): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const [index, segment] of segments.entries())
    for (const { word, covers } of indexed.segments) {
      const value = similar[index]?.get(word);
      if (value !== undefined) pairs.push({ query: segment.words, listed: covers, similarity: value });
    }
  return pairs;
}
