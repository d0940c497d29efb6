import { describe, expect, test } from 'vitest';
import { findLookAlike } from './look-alike.ts';

const known = [
  { email: 'jonas.weber@florin.example' },
  { email: 'tom@florin.example' },
  { email: 'mia.horn@apple.com' },
];
const alike = (email: string) => findLookAlike(email, known)?.email;

describe('findLookAlike', () => {
  test.each([
    ['jonas.weder@florin.example', 'a wrong letter'],
    ['jonas.webre@florin.example', 'two swapped letters'],
    ['jonas.webe@florin.example', 'one missing letter'],
    ['jonass.weberr@florin.example', 'two extra letters'],
    ['jonas.weber@fiorin.example', 'i for l'],
    ['jonas.weber@f1orin.examp1e', '1 for l'],
    ['j0nas.weber@fl0rin.example', '0 for o'],
    ['jonasweber@florin.example', 'no dot'],
    ['j.o.n.a.s.w.e.b.e.r@florin.example', 'more dots'],
    ['jonas.weber+florin.payments@florin.example', 'a tag'],
  ])('finds the look-alike %s: %s', (email) => {
    expect(alike(email)).toBe('jonas.weber@florin.example');
  });

  test('finds look-alikes with rn for m and with a domain in another alphabet', () => {
    expect(alike('tom@florin.exarnple')).toBe('tom@florin.example');
    expect(alike('mia.hom@apple.com')).toBe('mia.horn@apple.com');
    expect(alike('mia.horn@xn--80ak6aa92e.com')).toBe('mia.horn@apple.com');
  });

  test('returns the nearest of several look-alikes', () => {
    const two = [{ email: 'jonas.webber@florin.example' }, { email: 'jonas.weber@florin.example' }];
    expect(findLookAlike('jonas.web3r@florin.example', two)).toBe(two[1]);
  });
});

describe('findLookAlike for other addresses', () => {
  test.each([
    ['jonas.baker@florin.example', 'three letters away'],
    ['amara.nwosu@florin.example', 'another person'],
    ['tim2@florin.example', 'two changes of a short name'],
    ['jonas.weber@elsewhere.example', 'another domain'],
    ['jonas.weber@florin.example', 'the same address'],
    ['', 'an empty address'],
  ])('finds no look-alike for %s: %s', (email) => {
    expect(alike(email)).toBeUndefined();
  });
});
