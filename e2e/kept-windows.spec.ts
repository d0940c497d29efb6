import type { Browser, BrowserContext, Page } from '@playwright/test';
import { keepWindows, pageOf } from './kept-windows.ts';
import { expect, test } from './product.ts';

// A reused window must be as clean as a new window, because later tests use the reused window.

const settings = (baseURL: string | undefined) => ({
  viewport: { width: 1280, height: 900 },
  hasTouch: false,
  baseURL: baseURL ?? '',
});

/** Uses a window, returns it with the given result of a test, and takes the next window. */
async function useAndTakeNext(
  browser: Browser,
  baseURL: string | undefined,
  using: (page: Page, context: BrowserContext) => Promise<void>,
  ending: 'passed' | 'failed' = 'passed',
) {
  const windows = keepWindows(browser);
  const context = await windows.take(settings(baseURL));
  await using(pageOf(context), context);
  windows.giveBack(context, { status: ending, expectedStatus: 'passed' });
  const next = await windows.take(settings(baseURL));
  return { isKept: next === context, context: next, page: pageOf(next), close: () => windows.close() };
}

test('a reused window keeps nothing of the previous test', async ({ browser, baseURL }) => {
  let before: object = {};
  let heard = 0;
  const next = await useAndTakeNext(browser, baseURL, async (page, used) => {
    before = await stateOf(page); // the state of a new window
    await page.goto('/login');
    await page.goto('/signup');
    await page.evaluate(leaveTraces);
    await used.addCookies([{ name: 'left', value: 'behind', url: page.url() }]);
    await used.grantPermissions(['geolocation', 'clipboard-read']);
    await used.route('**/healthz', (route) => route.fulfill({ body: 'another answer' }));
    await page.route('**/api/**', (route) => route.abort());
    await page.mouse.move(200, 200);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: null, forcedColors: 'active' });
    await used.newPage();
    used.on('request', () => heard++);
    page.on('request', () => heard++);
    await used.setOffline(true);
  });
  expect(next.isKept).toBe(true);
  expect(next.context.pages()).toHaveLength(1);
  heard = 0;
  expect(await stateOf(next.page)).toEqual(before);
  await next.page.goto('/healthz');
  expect(await next.page.locator('body').innerText()).not.toBe('another answer');
  await next.page.goto('/login');
  await expect(next.page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await next.page.evaluate(hovered), 'elements under the pointer').toEqual([]);
  expect(await next.page.evaluate(async () => (await fetch('/api/crypto/list')).status)).toBe(401);
  expect(heard, 'events of old listeners').toBe(0);
  await next.close();
});

const cannotBeTakenBack: Record<string, (page: Page, context: BrowserContext) => Promise<unknown>> = {
  'a script in each page of the window': (_, context) => context.addInitScript('globalThis.left = true'),
  'a script in the page': (page) => page.addInitScript('globalThis.left = true'),
  'a function that the pages can call': (_, context) => context.exposeFunction('left', () => true),
  'a binding of the page': (page) => page.exposeBinding('left', () => true),
  'another clock': (page) => page.clock.install(),
  'another time': (page) => page.clock.setFixedTime(0),
  'a closed page': (page) => page.close(),
};

for (const [what, done] of Object.entries(cannotBeTakenBack))
  test(`does not reuse a window after ${what}`, async ({ browser, baseURL }) => {
    const next = await useAndTakeNext(browser, baseURL, async (page, context) => void (await done(page, context)));
    expect(next.isKept).toBe(false);
    expect(await next.page.evaluate(() => 'left' in globalThis)).toBe(false);
    await next.close();
  });

test('does not reuse a window after a failed test', async ({ browser, baseURL }) => {
  const next = await useAndTakeNext(browser, baseURL, () => Promise.resolve(), 'failed');
  expect(next.isKept).toBe(false);
  await next.close();
});

/** Runs in the page. The browser updates the hovered elements after a paint. */
async function hovered(): Promise<string[]> {
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll(':hover')].map(({ localName }) => localName);
}

/** Runs in the page. */
async function leaveTraces() {
  localStorage.setItem('left', 'behind');
  sessionStorage.setItem('left', 'behind');
  await caches.open('left');
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('left');
    opening.addEventListener('success', () => resolve(opening.result.close()));
    opening.addEventListener('error', () => reject(new Error('no database')));
  });
  document.cookie = 'also_left=behind; path=/';
}

/** Returns all state of its window that a page can read. */
async function stateOf(page: Page) {
  return {
    cookies: await page.context().cookies(),
    window: page.viewportSize(),
    ...(await page.evaluate(async () => ({
      url: location.href,
      history: history.length,
      stored: [localStorage.length, sessionStorage.length],
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      online: navigator.onLine,
      inside: [innerWidth, innerHeight],
      permissions: await Promise.all(
        (['geolocation', 'clipboard-read', 'notifications'] as const).map(async (name) => {
          const { state } = await navigator.permissions.query({ name: name as PermissionName });
          return state;
        }),
      ),
      media: ['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors: active)'].map(
        (query) => matchMedia(query).matches,
      ),
    }))),
  };
}
