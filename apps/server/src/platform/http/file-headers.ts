import path from 'node:path';

/**
 * The service worker serves the app's pages, so it may fetch and show only our own content. The worker is never cached:
 * the static server compares files by size and date, which may be equal for a new worker.
 */
const worker = {
  'cache-control': 'no-cache, no-store',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
};

/** The button for other websites, which load it from here. */
const button = { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' };

/** Returns the cache headers of a file of the web app: a year for hashed files, an hour for others. */
export function fileHeaders(file: string): Readonly<Record<string, string>> {
  const name = path.basename(uncompressed(file));
  if (name === 'worker.js') return worker;
  if (name === 'pay-with-florin.js') return button;
  const hashed = file.includes(`${path.sep}assets${path.sep}`);
  return { 'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' };
}

/** A compressed copy has the headers of its original. */
const uncompressed = (file: string) => file.replace(/\.(br|gz)$/, '');
