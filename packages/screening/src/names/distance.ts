const OTHER = 1;
const NEAR = 0.35;
const VOWEL_CHANGE = 0.3;
const VOWEL_GAP = 0.4;
const H_GAP = 0.3;
const SWAP = 0.7;
/** The cost of a vowel that Arabic and Hebrew writing leaves out. */
const UNWRITTEN_VOWEL = 0.05;

const vowels = 'aeiou';
/** Consonants and half-vowels that alphabets, languages and typists exchange. */
const nearGroups = ['kgc', 'szcj', 'dt', 'fv', 'fp', 'bp', 'bv', 'kh', 'gj', 'dz', 'ji', 'vu', 'vo', 'gi'];

const CODES = 128;
const MAXIMUM_LENGTH = 48;

const code = (letter: string): number => letter.charCodeAt(0);
const changes = new Float64Array(CODES * CODES).fill(OTHER);
const gaps = new Float64Array(CODES).fill(OTHER);
for (const [groups, cost] of [[nearGroups, NEAR] as const, [[vowels], VOWEL_CHANGE] as const])
  for (const group of groups)
    for (const one of group) for (const other of group) changes[code(one) * CODES + code(other)] = cost;
for (let letter = 0; letter < CODES; letter++) changes[letter * CODES + letter] = 0;
gaps[code('h')] = H_GAP;
const gapsWithoutVowels = gaps.slice();
for (const vowel of vowels) {
  gaps[code(vowel)] = VOWEL_GAP;
  gapsWithoutVowels[code(vowel)] = UNWRITTEN_VOWEL;
}

const width = MAXIMUM_LENGTH + 1;
const table = new Float64Array(width * width);

/**
 * Returns the cost of changing one folded word to the other word. A wrong, missing or additional consonant costs 1.
 * Vowels, `h`, and consonants of similar sound cost less. Returns infinity if the cost is over the limit.
 *
 * @param hasUnwrittenVowels one of the words comes from a script without vowels
 */
export function distance(left: string, right: string, limit: number, hasUnwrittenVowels: boolean): number {
  const gap = hasUnwrittenVowels ? gapsWithoutVowels : gaps;
  const [rows, columns] = [Math.min(left.length, MAXIMUM_LENGTH), Math.min(right.length, MAXIMUM_LENGTH)];
  table[0] = 0;
  for (let j = 1; j <= columns; j++) table[j] = at(table, j - 1) + at(gap, right.charCodeAt(j - 1));
  for (let i = 1; i <= rows; i++) {
    const [row, above] = [i * width, (i - 1) * width];
    const letter = left.charCodeAt(i - 1);
    const gapOfLetter = at(gap, letter);
    let least = (table[row] = at(table, above) + gapOfLetter);
    for (let j = 1; j <= columns; j++) {
      const other = right.charCodeAt(j - 1);
      let cost = at(table, above + j - 1) + at(changes, letter * CODES + other);
      cost = Math.min(cost, at(table, above + j) + gapOfLetter, at(table, row + j - 1) + at(gap, other));
      if (i > 1 && j > 1 && letter === right.charCodeAt(j - 2) && other === left.charCodeAt(i - 2))
        cost = Math.min(cost, at(table, above - width + j - 2) + SWAP);
      table[row + j] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return Infinity;
  }
  const cost = at(table, rows * width + columns);
  return cost > limit ? Infinity : cost;
}

const at = (costs: Float64Array, index: number): number => costs[index] ?? Infinity;
