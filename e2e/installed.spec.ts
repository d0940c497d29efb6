import type { Page } from '@playwright/test';
import { nextBuildServer } from './next-build.ts';
import { expect, test } from './product.ts';
import { entryOf, cachedBuilds, untilControlled } from './worker.ts';

// Rules: app-3
test('the app is installable with a valid manifest and icons of the stated sizes', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember());
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest = await (await page.request.get(url)).json();
  expect(manifest).toMatchObject({ name: 'Florin', start_url: '/dashboard', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ purpose, sizes }: Icon) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 512x512',
    'monochrome 512x512',
  ]);
  expect(manifest.shortcuts.map((each: Shortcut) => each.url)).toEqual(['/send', '/receive', '/buy-crypto']);
  const icons: Icon[] = [...manifest.icons, ...manifest.shortcuts.flatMap((each: Shortcut) => each.icons)];
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const { src, sizes } of [...icons, { src: touch ?? '', sizes: '180x180' }]) {
    const answer = await page.request.get(src);
    expect(answer.headers()['content-type'], src).toBe('image/png');
    expect(sizeOf(await answer.body()), src).toBe(sizes);
  }
});

type Icon = { src: string; sizes: string; purpose?: string };
type Shortcut = { url: string; icons: Icon[] };

/** A PNG states its size in its first chunk (W3C, PNG, 11.2.1). */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('a new build replaces the old one completely at the next page load', async ({
  freshBrowser,
  newMember,
  open,
  baseURL,
  provoke,
}) => {
  provoke('net::ERR_INTERNET_DISCONNECTED');
  using server = await nextBuildServer(baseURL ?? '');
  const page = await freshBrowser({ serviceWorkers: 'allow', baseURL: server.origin });
  const member = await newMember({ funds: { USD: '250.00' } });
  await open(page, member, `${server.origin}/dashboard`);
  await untilControlled(page);
  const [before, oldEntry] = [await cachedBuilds(page), await entryOf(page)];
  expect(before).toHaveLength(1);

  server.deploy();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible();

  await page.goto('/dashboard');
  const newEntry = await entryOf(page);
  expect(newEntry).not.toBe(oldEntry);
  await expect.poll(() => cachedEntries(page)).toEqual([newEntry]);
  expect(await cachedBuilds(page)).not.toEqual(before);
  await page.context().setOffline(true);
  await page.goto('/send');
  await expect(page.getByRole('heading', { name: 'Send Money', level: 1 })).toBeVisible();
  expect(await entryOf(page)).toBe(newEntry);
  await page.close();
});

/** Returns the entry scripts of all cached builds. */
const cachedEntries = (page: Page) =>
  page.evaluate(async () => {
    const pages = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).match('/dashboard')),
    );
    return Promise.all(
      pages.map(async (each) => /(?<="florin-app" content=")[^" ]+/.exec((await each?.text()) ?? '')?.[0]),
    );
  });
