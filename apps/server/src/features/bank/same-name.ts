/**
 * Returns whether two names belong to one person or company, exactly or nearly. Ignores order, case, accents, titles,
 * missing middle names, and a wrong letter in a long word. Banks cut names and write them in capital letters.
 */
export function isSameName(one: string, other: string): boolean {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  const [few, many] = left.length <= right.length ? [left, right] : [right, left];
  if (few.length === 0) return false;
  // A single word, such as a first name, is enough only if the other name has no further word.
  if (few.length === 1 && many.length > 1) return few[0] === many.join('');
  const unused = [...many];
  return few.every((word) => {
    const found = unused.findIndex((candidate) => isNear(word, candidate));
    if (found >= 0) unused.splice(found, 1);
    return found >= 0;
  });
}

const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'prof',
  'herr',
  'frau',
  'hr',
  'fr',
  'sir',
  'madam',
  'mme',
  'mevr',
]);
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };

function wordsOf(name: string): readonly string[] {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter] ?? letter)
    // German banks write umlauts with an e.
    .replace(/(?<=[a-z])([aou])e(?=[a-z])/g, '$1');
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !titles.has(word));
}

/** A long word may have one wrong, missing or additional letter. A cut word may be the beginning of the other word. */
function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 5 && long.length - short.length <= 1 && differsByOne(short, long);
}

function differsByOne(short: string, long: string): boolean {
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const skip = long.length - short.length;
  return short.slice(start + 1 - skip) === long.slice(start + 1) || (skip === 1 && start === short.length);
}
