import { expect, test } from 'vitest';
import { fileHeaders } from './file-headers.ts';

test.each([
  ['a hashed file is kept for ever', '/srv/dist/assets/index-abc.js', 'public, max-age=31536000, immutable'],
  ['another one for an hour', '/srv/dist/manifest.webmanifest', 'public, max-age=3600'],
  ['the service worker not at all', '/srv/dist/worker.js', 'no-cache, no-store'],
  ['nor its compressed copy', '/srv/dist/worker.js.br', 'no-cache, no-store'],
])('%s', (_title, file, expected) => {
  expect(fileHeaders(file)['cache-control']).toBe(expected);
});

test('the service worker may fetch what is ours, and nothing else', () => {
  expect(fileHeaders('/srv/dist/worker.js')['content-security-policy']).toContain(
    "default-src 'none'; connect-src 'self'",
  );
});
