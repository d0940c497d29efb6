import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

// The downloads of a browser until a page is complete and idle. Bytes are the transferred bytes, in brotli.

/** A page is idle after this time without a request. Event streams do not count. */
const restMs = 1_500;

type Fetched = { readonly scripts: string[]; readonly bytes: () => number; readonly later: () => number };

const visits = [
  { name: 'the landing page', path: '/', kilobytes: 10, signedIn: false },
  { name: 'the login', path: '/login', kilobytes: 85, signedIn: false },
  { name: 'the dashboard', path: '/dashboard', kilobytes: 150, signedIn: true },
];

test.use({ viewport: { width: 390, height: 844 } });

for (const { name, path, kilobytes, signedIn } of visits) {
  test(`loads ${name} with less than ${kilobytes} KB of scripts and without layout shifts`, async ({
    freshBrowser,
    newMember,
    open,
  }) => {
    // A fresh browser, because another test's cache would hide downloads.
    const page = await freshBrowser();
    await page.addInitScript(recordShifts);
    const fetched = watchScripts(page);
    if (signedIn) await open(page, await newMember({ funds: { USD: '300.00' }, coins: { BTC: '50.00' } }), path);
    else await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await comeToRest(page);
    expect(fetched.scripts.length, 'scripts').toBeGreaterThan(1);
    expect(fetched.scripts.length, 'scripts').toBeLessThanOrEqual(12);
    expect(fetched.bytes(), fetched.scripts.join('\n')).toBeLessThanOrEqual(kilobytes * 1000);
    expect(fetched.later(), 'the check of the proof').toBeLessThanOrEqual(11_000);
    expect(await page.evaluate(() => Number(document.documentElement.dataset['shift']))).toBeLessThanOrEqual(0.02);
  });
}

test('causes no layout shift when the font loads late', async ({ freshBrowser }) => {
  const page = await freshBrowser();
  await page.addInitScript(recordShifts);
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  await comeToRest(page);
  expect(await page.evaluate(() => Number(document.documentElement.dataset['shift']))).toBeLessThanOrEqual(0.02);
});

test('the dashboard appears in steps on a first visit and all at once after a reload', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser();
  await page.addInitScript(recordOrder);
  await open(page, await newMember({ funds: { USD: '300.00' } }));
  const order = () => page.evaluate(() => document.documentElement.dataset['order']);
  await expect.poll(order).toBe('balances, portfolio, transactions, wallets');
  await page.reload();
  await expect.poll(order).toBe('balances+portfolio+transactions+wallets');
});

test('prefetches the scripts of a link that is hovered', async ({ freshBrowser }) => {
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

test('serves scripts precompressed with brotli and cached permanently', async ({ request, baseURL }) => {
  const page = await (await request.get('/')).text();
  const [script = ''] = /\/assets\/landing-[^"]+\.js/.exec(page) ?? [];
  const answer = await fetch(new URL(script, baseURL), { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toContain('immutable');
});

test('lists the app’s scripts after their imports, so each starts in its own task', async ({ request }) => {
  const page = await (await request.get('/dashboard')).text();
  const [, list = ''] = /<meta name="florin-app" content="([^"]+)"/.exec(page) ?? [];
  const scripts = list.split(' ');
  expect(scripts.length).toBeGreaterThan(1);
  for (const [at, script] of scripts.entries()) {
    const code = await (await request.get(script)).text();
    const imports = code.matchAll(/\bimport(?:\{[^}]*\}from)?"\.(\/[^"]+\.js)"/g);
    const names = Array.from(imports, ([, name = '']) => `/assets${name}`);
    expect(scripts.slice(0, at), script).toEqual(expect.arrayContaining(names));
  }
});

/** Records the page's scripts, including prefetched modules but not the service worker's requests. */
function watchScripts(page: Page): Fetched {
  const [sizes, later] = [new Map<string, number>(), new Map<string, number>()];
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.endsWith('.js')) return;
    const { responseBodySize } = await request.sizes();
    (isLater.test(pathname) ? later : sizes).set(`${pathname} ${responseBodySize}`, responseBodySize);
  });
  return {
    get scripts() {
      return [...sizes.keys()];
    },
    bytes: () => sumOf(sizes),
    later: () => sumOf(later),
  };
}

const sumOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** The check of the proof and its worker. Both load when the page is complete and idle, and have a separate budget. */
const isLater = /\/assets\/(?:proof|worker)-/;

async function comeToRest(page: Page) {
  let lastAt = Date.now();
  const note = () => {
    lastAt = Date.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  await expect.poll(() => Date.now() - lastAt > restMs, { timeout: 60_000 }).toBe(true);
}

/** Runs in the page. Sums the layout shifts that no user input caused. */
function recordShifts() {
  let sum = 0;
  const show = () => document.documentElement?.setAttribute('data-shift', String(sum));
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry && entry.hadRecentInput === false) sum += Number(entry.value);
    show();
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('DOMContentLoaded', show);
}

/** Runs in the page. Records the order in which the page's parts appear, and the parts that appear together. */
function recordOrder() {
  const parts = {
    balances: 'main .dashboard-slab',
    portfolio: '.dashboard_portfolio',
    transactions: '.dashboard_transactions',
    wallets: '.dashboard_tabs',
  };
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
