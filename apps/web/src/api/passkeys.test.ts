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
])('passkeys on %s are supported: %s', (hostname, work) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('location', { hostname });
  expect(passkeysWork()).toBe(work);
});

test('passkeys are unsupported in a browser without PublicKeyCredential', () => {
  expect(passkeysWork()).toBe(false);
});
