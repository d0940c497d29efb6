import { expect, test } from 'vitest';
import { fileHeaders } from './file-headers.ts';

test.each([
  ['caches a hashed file for a year', '/srv/dist/assets/index-abc.js', 'public, max-age=31536000, immutable'],
  ['caches other files for an hour', '/srv/dist/manifest.webmanifest', 'public, max-age=3600'],
  ['does not cache the service worker', '/srv/dist/worker.js', 'no-cache, no-store'],
  ['does not cache the compressed service worker', '/srv/dist/worker.js.br', 'no-cache, no-store'],
])('%s', (_title, file, expected) => {
  expect(fileHeaders(file)['cache-control']).toBe(expected);
});

test("allows the service worker to fetch only from the server's origin", () => {
  expect(fileHeaders('/srv/dist/worker.js')['content-security-policy']).toContain(
    "default-src 'none'; connect-src 'self'",
  );
});

test('other websites can load only the payment button', () => {
  const header = 'cross-origin-resource-policy';
  expect(fileHeaders('/srv/dist/pay-with-florin.js.br')[header]).toBe('cross-origin');
  expect(fileHeaders('/srv/dist/theme.js')[header]).toBeUndefined();
});
