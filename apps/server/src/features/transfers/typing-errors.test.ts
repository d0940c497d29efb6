import { expect, test } from 'vitest';
import { typingErrors } from './typing-errors.ts';

/** Computes the distance by definition, from all pairs of prefixes. */
function byDefinition(a: string, b: string): number {
  const distance = new Map<string, number>();
  const at = (i: number, j: number) => distance.get(`${i} ${j}`) ?? Infinity;
  for (let i = 0; i <= a.length; i++)
    for (let j = 0; j <= b.length; j++) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? at(i - 2, j - 2) + 1 : Infinity,
      );
      distance.set(`${i} ${j}`, i + j === 0 ? 0 : least);
    }
  return Math.min(at(a.length, b.length), 3);
}

/** Returns every word of at most `maxLength` letters. */
const words = (letters: string, maxLength: number): string[] =>
  maxLength === 0
    ? ['']
    : words(letters, maxLength - 1).flatMap((word) => [word, ...Array.from(letters, (one) => word + one)]);

test('matches the definition of typing errors for all pairs of short words', () => {
  const all = Array.from(new Set([...words('ab', 5), ...words('abc', 4)]));
  const wrong = all.flatMap((a) =>
    all.filter((b) => typingErrors(a, b) !== byDefinition(a, b)).map((b) => ({ a, b, is: byDefinition(a, b) })),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['b', 'c', 'd', 'e'],
  ['ab', 'c', 'ba', 'd'],
  ['b', '', '', 'c'],
  ['bb', 'cc', 'dd', 'ee'],
])('reads the longest addresses at most 12 times: %s…%s and %s…%s', (a0, a1, b0, b1) => {
  let reads = 0;
  const counted = (text: string) =>
    new Proxy(Array.from(text), {
      get: (letters, key, receiver) => {
        if (key !== 'length') reads += 1;
        return Reflect.get(letters, key, receiver) as unknown;
      },
    });
  const long = 'ab'.repeat(122);
  const [a, b] = [a0 + long + a1, b0 + long + b1];
  expect(typingErrors(counted(a), counted(b))).toBe(byDefinition(a, b));
  expect(reads).toBeLessThan(12 * (a.length + b.length));
});
