import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

test.each([
  [3_600, '1 hour'],
  [30 * 86_400, '30 days'],
  [694_861, '8 days 1 hour 1 minute 1 second'],
  [59, '59 seconds'],
])('%d seconds are %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
