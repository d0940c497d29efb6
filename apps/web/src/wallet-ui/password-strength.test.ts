import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0, '8 characters at least, 15 or more recommended'],
  ['short', 1, 'Too short. 8 characters at least, 15 or more recommended'],
  ['aaaaaaaaaaaaaaaaaa', 1, 'Weak. It repeats itself'],
  ['lantern7', 2, 'Fair. Longer is stronger; 15 or more recommended'],
  ['battery-staple', 3, 'Good. Longer is stronger; 15 or more recommended'],
  ['correct horse battery', 4, 'Strong'],
])('of %s', (password, bars, hint) => {
  expect(passwordStrength(password)).toEqual({ bars, hint });
});
