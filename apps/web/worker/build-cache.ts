import { cacheName, kept, offlinePagePath, shellPath } from './kept.ts';

declare const self: ServiceWorkerGlobalScope;

/** Keeps this build, all of it or nothing: a server that has another one by now fails it, and it is tried again later. */
export async function keepBuild(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([...kept.files.map(freshly), freshly(offlinePagePath)]);
  const page = await fetch(shellPath, { cache: 'no-store' });
  if (!(await keepShell(page))) throw new Error('the server has another build');
}

/** A hashed name never changes what it stands for; of the others the newest is wanted. */
const freshly = (path: string) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });

/** Takes the app's page for when there is no network; not one of another build, whose files are not here. */
export async function keepShell(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected || !isOfThisBuild(await page.clone().text())) return false;
  const cache = await caches.open(cacheName);
  await cache.put(shellPath, page);
  return true;
}

const isOfThisBuild = (html: string) => html.includes(kept.entry) && areKept(html.match(/\/assets\/[^"'?# ]+/g) ?? []);

export const areKept = (files: readonly string[]) => files.every((file) => kept.files.includes(file));

/** From here on no page of an older build is open (main.ts), so that nobody misses what goes. */
export async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  // Asks for the page while the worker is still starting.
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
}
