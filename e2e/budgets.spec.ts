import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

// What a browser fetches until a page is there and at rest. Bytes as they come over the wire, in brotli.

/** So long without another request, and the page is at rest. Streams of events go on. */
const restMs = 1_500;

type Fetched = { readonly scripts: string[]; readonly bytes: () => number };

const visits = [
  { name: 'the landing page', path: '/', kilobytes: 10, signedIn: false },
  { name: 'the login', path: '/login', kilobytes: 84, signedIn: false },
  { name: 'the dashboard', path: '/dashboard', kilobytes: 147, signedIn: true },
];

test.use({ viewport: { width: 390, height: 844 } });

for (const { name, path, kilobytes, signedIn } of visits) {
  test(`${name} is there with less than ${kilobytes} KB of scripts, and nothing jumps`, async ({
    freshBrowser,
    newMember,
    open,
  }) => {
    // A browser of its own: what another test has fetched is not fetched again.
    const page = await freshBrowser();
    await page.addInitScript(noteShifts);
    const fetched = watchScripts(page);
    if (signedIn) await open(page, await newMember({ funds: { USD: '300.00' }, coins: { BTC: '50.00' } }), path);
    else await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await comeToRest(page);
    expect(fetched.scripts.length, 'scripts').toBeGreaterThan(1);
    expect(fetched.scripts.length, 'scripts').toBeLessThanOrEqual(12);
    expect(fetched.bytes(), fetched.scripts.join('\n')).toBeLessThanOrEqual(kilobytes * 1000);
    expect(await page.evaluate(() => Number(document.documentElement.dataset['shift']))).toBeLessThanOrEqual(0.02);
  });
}

test('nothing jumps either when the font comes late', async ({ freshBrowser }) => {
  const page = await freshBrowser();
  await page.addInitScript(noteShifts);
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  await comeToRest(page);
  expect(await page.evaluate(() => Number(document.documentElement.dataset['shift']))).toBeLessThanOrEqual(0.02);
});

test('on a first visit the dashboard begins with its first screen; loaded again it is all there at once', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser();
  await page.addInitScript(noteOrder);
  await open(page, await newMember({ funds: { USD: '300.00' } }));
  const order = () => page.evaluate(() => document.documentElement.dataset['order']);
  await expect.poll(order).toBe('balances, lists, wallets');
  await page.reload();
  await expect.poll(order).toBe('balances+lists+wallets');
});

test('what is pointed at is fetched before it is pressed', async ({ freshBrowser }) => {
  const page = await freshBrowser();
  await page.goto('/');
  const fetched = watchScripts(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).hover();
  await expect.poll(() => fetched.scripts.some((script) => script.includes('/entry-'))).toBe(true);
  await comeToRest(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email').focus();
  await expect.poll(() => fetched.scripts.some((script) => script.includes('/dashboard-page-'))).toBe(true);
});

test('texts come in brotli, made when the app was built, and are kept for ever', async ({ request, baseURL }) => {
  const page = await (await request.get('/')).text();
  const [script = ''] = /\/assets\/landing-[^"]+\.js/.exec(page) ?? [];
  const answer = await fetch(new URL(script, baseURL), { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toContain('immutable');
});

/** Also those that were asked for ahead, as modules. What the service worker asks for is not the page's. */
function watchScripts(page: Page): Fetched {
  const sizes = new Map<string, number>();
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('.js')) return;
    const { responseBodySize } = await request.sizes();
    sizes.set(`${pathname} ${responseBodySize}`, responseBodySize);
  });
  return {
    get scripts() {
      return [...sizes.keys()];
    },
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
  };
}

async function comeToRest(page: Page) {
  let lastAt = Date.now();
  const note = () => {
    lastAt = Date.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  await expect.poll(() => Date.now() - lastAt > restMs, { timeout: 60_000 }).toBe(true);
}

/** Runs in the page: sums up how far what was drawn has moved without anybody having done anything. */
function noteShifts() {
  let sum = 0;
  const show = () => document.documentElement?.setAttribute('data-shift', String(sum));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false) sum += Number(entry.value);
    show();
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('DOMContentLoaded', show);
}

/** Runs in the page: in which order its parts come, and which of them together. */
function noteOrder() {
  const parts = { balances: '.dash-slab', lists: '.dash-two', wallets: '.dash-tabs' };
  const seen: string[] = [];
  const steps: string[] = [];
  new MutationObserver(() => {
    const come = Object.entries(parts).filter(([name, at]) => !seen.includes(name) && document.querySelector(at));
    if (come.length === 0) return;
    seen.push(...come.map(([name]) => name));
    steps.push(come.map(([name]) => name).join('+'));
    document.documentElement.dataset['order'] = steps.join(', ');
  }).observe(document, { subtree: true, childList: true });
}
