import { afterEach, expect, test, vi } from 'vitest';
import { passkeysWork } from './passkeys.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['localhost', true],
  ['florin.example', true],
  ['1.florin.example', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('at %s passkeys work: %s', (hostname, work) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('location', { hostname });
  expect(passkeysWork()).toBe(work);
});

test('in a browser that does not know them they work nowhere', () => {
  expect(passkeysWork()).toBe(false);
});
