import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Waits until the service worker has cached all files and controls this page. */
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { polling: 200 });
}

/** Returns the names of the cached builds: `florin-` and a version. */
export const cachedBuilds = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys());

/** Returns the page's entry script. */
export const entryOf = async (page: Page): Promise<string | undefined> =>
  (await page.locator('meta[name="florin-app"]').getAttribute('content'))?.split(' ')[0];

export type BuiltFile = { readonly name: string; readonly renamed: string };

/** Returns the hashed files of the built app and the app's version, with the files' names in another build. */
export function builtFiles(): readonly BuiltFile[] {
  const worker = readFileSync(new URL('../apps/web/dist/worker.js', import.meta.url), 'utf8');
  const names = worker.match(/(?<=\/assets\/)[^`"',]+\.(?:js|css)/g) ?? [];
  const version = /version:[`"'](\w+)/.exec(worker)?.[1];
  if (version === undefined) throw new Error('worker.js names no version');
  const files = [...new Set(names)].map((name) => ({ name, renamed: name.replace(/\.(js|css)$/, '.next.$1') }));
  return [...files, { name: version, renamed: `${version}-next` }];
}
