import { cacheName, manifest, offlinePagePath, shellPath } from './build-manifest.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Caches this build completely, or fails. If the server already has another build, caching fails, and the browser
 * retries later.
 */
export async function cacheBuild(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...manifest.files.map(freshRequest), freshRequest(offlinePagePath)]);
  const page = await fetch(shellPath, { cache: 'no-store' });
  if (!(await cacheShell(page))) throw new Error('the server has another build');
}

/** Bypasses the HTTP cache for files without a hash in their name. */
const freshRequest = (path: string) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });

/**
 * Caches the app's page for offline use. Returns false for a page of another build, because the files of that build are
 * not cached.
 */
export async function cacheShell(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected || !isOfThisBuild(await page.clone().text())) return false;
  const cache = await caches.open(cacheName);
  await cache.put(shellPath, page);
  return true;
}

const isOfThisBuild = (html: string) =>
  html.includes(manifest.entry) && areCached(html.match(/\/assets\/[^"'?# ]+/g) ?? []);

export const areCached = (files: readonly string[]) => files.every((file) => manifest.files.includes(file));

/** Deletes the caches of older builds. No page of an older build is open at this time (main.ts). */
export async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // Requests the page while the worker is still starting.
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}
