/**
 * The score of two names, from 0 to 1:
 *
 *   score = 0.7 × (common share of the shorter name) + 0.3 × (common share of the longer name)
 *
 * Each word of one name is paired with at most one word of the other name, in any order. A rare word on the lists has
 * more weight than a frequent word; particles such as `al` have little weight. So a missing middle name costs little,
 * but a different surname costs much. One word never represents a whole name of several words.
 */
const SHORTER_SHARE = 0.7;

/**
 * Names with this score or more need a review. Measured on known variants and on ordinary names:
 * `npm run florin -- bench screening`.
 */
export const REVIEW_SCORE = 0.85;

export const PARTICLE_WEIGHT = 0.1;
const LEAST_WEIGHT = 0.4;
/** The factor for a single common word, because one common word does not make the names equal. */
const ONE_WORD_FACTOR = 0.75;

/** Returns the weight of a word from the number of names with this word. */
export function weightOf(namesWithWord: number, names: number): number {
  if (names < 2) return 1;
  const rarity = Math.log(names / Math.max(1, namesWithWord)) / Math.log(names);
  return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * Math.max(0, Math.min(1, rarity));
}

/** A possible pair of words: the covered words of both names, and the similarity. */
export type Pair = { readonly query: number; readonly listed: number; readonly similarity: number };

/** The weights of a name's words, in their order. */
export type Weights = readonly number[];

export function scoreOf(pairs: readonly Pair[], query: Weights, listed: Weights): number {
  const sorted = pairs.toSorted((one, other) => other.similarity - one.similarity);
  let [usedQuery, usedListed, commonQuery, commonListed, main] = [0, 0, 0, 0, 0];
  for (const pair of sorted) {
    if ((usedQuery & pair.query) !== 0 || (usedListed & pair.listed) !== 0) continue;
    usedQuery |= pair.query;
    usedListed |= pair.listed;
    const [ofQuery, ofListed] = [weightIn(pair.query, query), weightIn(pair.listed, listed)];
    commonQuery += ofQuery * pair.similarity;
    commonListed += ofListed * pair.similarity;
    if (ofListed > PARTICLE_WEIGHT && ofQuery > PARTICLE_WEIGHT) main += 1;
  }
  const [wholeQuery, wholeListed] = [sum(query), sum(listed)];
  if (wholeQuery === 0 || wholeListed === 0 || main === 0) return 0;
  const [queryShare, listedShare] = [commonQuery / wholeQuery, commonListed / wholeListed];
  const [shorter, longer] = wholeQuery < wholeListed ? [queryShare, listedShare] : [listedShare, queryShare];
  const score = SHORTER_SHARE * shorter + (1 - SHORTER_SHARE) * longer;
  const isOneOfMany = main === 1 && !(coversMain(usedQuery, query) && coversMain(usedListed, listed));
  return isOneOfMany ? score * ONE_WORD_FACTOR : score;
}

/** Returns the highest possible score of two names if their common words weigh at most `common` in either name. */
export function mostPossible(common: number, query: number, listed: number): number {
  const [shorter, longer] = [Math.min(query, listed), Math.max(query, listed)];
  return SHORTER_SHARE * Math.min(1, common / shorter) + (1 - SHORTER_SHARE) * Math.min(1, common / longer);
}

export function weightIn(words: number, weights: Weights): number {
  let total = 0;
  for (const [index, weight] of weights.entries()) if ((words & (1 << index)) !== 0) total += weight;
  return total;
}

const coversMain = (words: number, weights: Weights): boolean =>
  weights.every((weight, index) => weight <= PARTICLE_WEIGHT || (words & (1 << index)) !== 0);

export const sum = (weights: Weights): number => weights.reduce((total, weight) => total + weight, 0);
