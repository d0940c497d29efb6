import path from 'node:path';

/**
 * The worker answers for the app's pages: it may fetch and draw what is ours. A new one is found at once, also where it
 * has the size and the date of the one before, by which files are otherwise told apart.
 */
const worker = {
  'cache-control': 'no-cache, no-store',
  'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'",
};

/** How a file of the built web app is kept: hashed ones for ever, the others for an hour. */
export function fileHeaders(file: string): Readonly<Record<string, string>> {
  if (path.basename(uncompressed(file)) === 'worker.js') return worker;
  const hashed = file.includes(`${path.sep}assets${path.sep}`);
  return { 'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600' };
}

/** A compressed copy is kept as what it is a copy of. */
const uncompressed = (file: string) => file.replace(/\.(br|gz)$/, '');
