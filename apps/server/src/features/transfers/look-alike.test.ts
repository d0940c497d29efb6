import { describe, expect, test } from 'vitest';
import { findLookAlike } from './look-alike.ts';

const known = [
  { email: 'jonas.weber@florin.example' },
  { email: 'tom@florin.example' },
  { email: 'mia.horn@apple.com' },
];
const alike = (email: string) => findLookAlike(email, known)?.email;

describe('an address looks like a known one', () => {
  test.each([
    ['jonas.weder@florin.example', 'a wrong letter'],
    ['jonas.webre@florin.example', 'two swapped'],
    ['jonas.webe@florin.example', 'one left out'],
    ['jonass.weberr@florin.example', 'two put in'],
    ['jonas.weber@fiorin.example', 'i for l'],
    ['jonas.weber@f1orin.examp1e', '1 for l'],
    ['j0nas.weber@fl0rin.example', '0 for o'],
    ['jonasweber@florin.example', 'no dot'],
    ['j.o.n.a.s.w.e.b.e.r@florin.example', 'more dots'],
    ['jonas.weber+florin.payments@florin.example', 'a tag'],
  ])('%s: %s', (email) => {
    expect(alike(email)).toBe('jonas.weber@florin.example');
  });

  test('with rn for m, and with a domain in another alphabet', () => {
    expect(alike('tom@florin.exarnple')).toBe('tom@florin.example');
    expect(alike('mia.hom@apple.com')).toBe('mia.horn@apple.com');
    expect(alike('mia.horn@xn--80ak6aa92e.com')).toBe('mia.horn@apple.com');
  });

  test('and of several it is the nearest', () => {
    const two = [{ email: 'jonas.webber@florin.example' }, { email: 'jonas.weber@florin.example' }];
    expect(findLookAlike('jonas.web3r@florin.example', two)).toBe(two[1]);
  });
});

describe('an address does not', () => {
  test.each([
    ['jonas.baker@florin.example', 'three letters away'],
    ['amara.nwosu@florin.example', 'somebody else'],
    ['tim2@florin.example', 'two changes of a short name'],
    ['jonas.weber@elsewhere.example', 'another house'],
    ['jonas.weber@florin.example', 'the same'],
    ['', 'nothing'],
  ])('%s: %s', (email) => {
    expect(alike(email)).toBeUndefined();
  });
});
