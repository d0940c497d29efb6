import { expect, test } from 'vitest';
import { hintOf, isKeySecret, isWholeSecret, newKeySecret } from './key-secret.ts';

test('a key secret names its mode and ends with a checksum of the preceding text', () => {
  const [live, trial] = [newKeySecret('live'), newKeySecret('sandbox')];
  expect(live).toMatch(/^flr_live_[0-9A-Za-z]{49}$/);
  expect(trial).toMatch(/^flr_test_[0-9A-Za-z]{49}$/);
  expect([isWholeSecret(live, 'live'), isWholeSecret(live, 'sandbox')]).toEqual([true, false]);
  expect([isWholeSecret(trial, 'sandbox'), isWholeSecret(trial, 'live')]).toEqual([true, false]);
  expect(hintOf(live)).toBe(`flr_live_…${live.slice(-4)}`);
});

test('the checksum of a key secret is the CRC-32 of its beginning in base 62', () => {
  expect(isWholeSecret(`flr_test_${'0'.repeat(43)}1FgDFo`, 'sandbox')).toBe(true);
});

test('a key secret with a changed or missing letter, and any other text, is not a valid secret', () => {
  const secret = newKeySecret('sandbox');
  for (let place = 9; place < secret.length; place++) {
    const other = secret[place] === 'a' ? 'b' : 'a';
    expect(isWholeSecret(secret.slice(0, place) + other + secret.slice(place + 1), 'sandbox')).toBe(false);
  }
  for (const text of ['', 'flr_test_', secret.slice(0, -1), `${secret}0`, secret.toUpperCase()])
    expect(isWholeSecret(text, 'sandbox')).toBe(false);
});

test('the token of a session does not count as a key', () => {
  expect(['abc', 'flr_other_1', 'xflr_test_1'].some(isKeySecret)).toBe(false);
  expect(isKeySecret('flr_test_nonsense')).toBe(true);
});
