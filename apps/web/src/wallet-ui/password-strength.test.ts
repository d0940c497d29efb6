import text from '@florin/contract/common-passwords.txt?raw';
import { passwordMinimum } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const ines = { name: 'Ines Almeida', email: 'ines@florin.example' };
const commonPasswords = text.trimEnd().split('\n');
const rate = (password: string, live: boolean) => passwordStrength(password, { owner: ines, live, brand: 'Florin' });

describe.each([{ live: true }, { live: false }])('password strength with live $live', ({ live }) => {
  test.each([
    ['', 0, 'At least 8 characters, 15 or more recommended'],
    ['short', 1, 'Too short. At least 8 characters, 15 or more recommended'],
    ['ines1', 1, 'Too short. At least 8 characters, 15 or more recommended'],
    ['zqzqzqzqzqzqzqzqzq', 1, 'Weak. Too many repeats'],
    ['lantern7', 2, 'Fair. Longer is stronger; 15 or more recommended'],
    ['battery-staple', 3, 'Good. Longer is stronger; 15 or more recommended'],
    ['correct horse battery', 4, 'Strong'],
  ])('rates the password "%s" with %d bars and "%s"', (password, bars, hint) => {
    expect(rate(password, live)).toEqual({ bars, hint });
  });
});

// Rules: sign-in-9, security-2
test('the password meter warns about each common password in any case and names the server’s reaction', () => {
  const hints = (live: boolean) => {
    const found = new Set<string>();
    for (const word of commonPasswords)
      for (const password of [word, word.toUpperCase()]) {
        const { bars, hint } = rate(password, live);
        found.add(`${bars} ${hint}`);
      }
    return [...found];
  };
  expect(commonPasswords.length).toBeGreaterThan(10_000);
  expect(Math.min(...commonPasswords.map(({ length }) => length))).toBe(passwordMinimum);
  expect(hints(true)).toEqual(['1 Common password. Choose another one.']);
  expect(hints(false)).toEqual(['1 Common password: a live server would refuse it']);
});

test('the password meter warns about passwords made of the name, the email or "Florin"', () => {
  const words = 'Too similar to your name, email or "Florin"';
  for (const password of ['InesAlmeida!', 'almeida_2024', 'Florin-Florin']) {
    expect(rate(password, true)).toEqual({ bars: 1, hint: `${words}. Choose another one.` });
    expect(rate(password, false)).toEqual({ bars: 1, hint: `${words}: a live server would refuse it` });
  }
});
