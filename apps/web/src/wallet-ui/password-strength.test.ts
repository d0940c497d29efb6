import text from '@florin/contract/common-passwords.txt?raw';
import { passwordMinimum } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

const ines = { name: 'Ines Almeida', email: 'ines@florin.example' };
const commonPasswords = text.trimEnd().split('\n');
const judge = (password: string, live: boolean) => passwordStrength(password, { owner: ines, live });

describe.each([{ live: true }, { live: false }])('the meter, live $live', ({ live }) => {
  test.each([
    ['', 0, '8 characters at least, 15 or more recommended'],
    ['short', 1, 'Too short. 8 characters at least, 15 or more recommended'],
    ['ines1', 1, 'Too short. 8 characters at least, 15 or more recommended'],
    ['zqzqzqzqzqzqzqzqzq', 1, 'Weak. It repeats itself'],
    ['lantern7', 2, 'Fair. Longer is stronger; 15 or more recommended'],
    ['battery-staple', 3, 'Good. Longer is stronger; 15 or more recommended'],
    ['correct horse battery', 4, 'Strong'],
  ])('of %s', (password, bars, hint) => {
    expect(judge(password, live)).toEqual({ bars, hint });
  });
});

// Rules: sign-in-9, security-2
test('the meter warns of each common password, however it is written, and says what a server does with it', () => {
  const hints = (live: boolean) => {
    const found = new Set<string>();
    for (const word of commonPasswords)
      for (const password of [word, word.toUpperCase()]) {
        const { bars, hint } = judge(password, live);
        found.add(`${bars} ${hint}`);
      }
    return [...found];
  };
  expect(commonPasswords.length).toBeGreaterThan(10_000);
  expect(Math.min(...commonPasswords.map(({ length }) => length))).toBe(passwordMinimum);
  expect(hints(true)).toEqual(['1 Common password. Choose another one.']);
  expect(hints(false)).toEqual(['1 Common password: a live server would refuse it']);
});

test('the meter warns of words about the person who chooses', () => {
  const words = 'Little more than your name, your email or "Florin"';
  for (const password of ['InesAlmeida!', 'almeida_2024', 'Florin-Florin']) {
    expect(judge(password, true)).toEqual({ bars: 1, hint: `${words}. Choose another one.` });
    expect(judge(password, false)).toEqual({ bars: 1, hint: `${words}: a live server would refuse it` });
  }
});
