/**
 * Unifies spellings of one sound: `Kh` and `Q`, `Sch` and `Sh`, `W` and `V`, double letters. The result has the letters
 * a to z and digits. `c` represents the sounds of `ch`.
 *
 * @param keepsDoubles the script has no vowels, so equal neighbors are two sounds
 */
export function fold(word: string, keepsDoubles = false): string {
  let folded = word;
  for (const [pattern, replacement] of rules) folded = folded.replace(pattern, replacement);
  return keepsDoubles ? folded : folded.replace(/(.)\1+/g, '$1');
}

const rules: readonly (readonly [RegExp, string])[] = [
  [/schtsch|chtch|shtch|shch|szcz/g, 's'],
  [/tsch|tch|tsh|cz/g, 'c'],
  [/dsch|dzh|dz|dj/g, 'j'],
  [/sch|sh|sj/g, 's'],
  [/zh/g, 'j'],
  [/ts|tz/g, 'z'],
  [/ph/g, 'f'],
  [/kh|ck/g, 'k'],
  [/gh/g, 'g'],
  [/dh/g, 'd'],
  [/th/g, 't'],
  [/q/g, 'k'],
  [/ch/g, '\ue000'], // a mark for ch, which is not c
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/\ue000/g, 'c'],
  [/x/g, 'ks'],
  [/w|f+$/g, 'v'],
  [/ou|oo/g, 'u'],
  [/ee|ie|y/g, 'i'],
];

const classes: Readonly<Record<string, string>> = {
  b: 'P',
  p: 'P',
  d: 'T',
  t: 'T',
  f: 'F',
  v: 'F',
  g: 'K',
  k: 'K',
  l: 'L',
  r: 'R',
  m: 'M',
  n: 'N',
  s: 'S',
  z: 'S',
  c: 'S',
};

/**
 * Returns the consonants of a folded word by class. Leaves out `h` and `j`, because alphabets add and drop these
 * letters. `Muhammad`, `Mohamed` and Arabic without vowels are all `MMT`.
 */
export function skeletonOf(folded: string, keepsDoubles = false): string {
  let skeleton = '';
  let last = '';
  for (const letter of folded) {
    const code = classes[letter] ?? (letter >= '0' && letter <= '9' ? letter : '');
    if (code !== '' && (keepsDoubles || code !== last)) skeleton += code;
    last = code;
  }
  return skeleton;
}

const SHORTEST_WITH_DELETIONS = 3;

/**
 * Returns the skeleton. For a long skeleton, also returns the skeleton without each of its letters. Thus two words that
 * differ in one consonant have a common key.
 */
export function keysOf(skeleton: string): readonly string[] {
  if (skeleton.length < SHORTEST_WITH_DELETIONS) return [skeleton];
  const keys = new Set([skeleton]);
  for (let index = 0; index < skeleton.length; index++) keys.add(skeleton.slice(0, index) + skeleton.slice(index + 1));
  return [...keys];
}
