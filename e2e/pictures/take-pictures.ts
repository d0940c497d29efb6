/**
 * `npm run pictures`: takes the README's pictures from the running product. With a folder as argument, takes every
 * screen and dialog in four forms (390 and 1280 px, light and dark); further arguments name the screens.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { chromium, type Browser, type Page } from '@playwright/test';
import { clientOf } from '../members.ts';
import config, { launching } from '../playwright.config.ts';
import { castOf, type Cast } from './cast.ts';
import type { Screen } from './screen.ts';
import { screens } from './screens.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const origin = String(config.use?.baseURL);
const [target, ...names] = process.argv.slice(2);
const folder = target ?? here('../../docs/pictures');
mkdirSync(folder, { recursive: true });

type Form = { readonly width: 390 | 1280; readonly theme: 'light' | 'dark' };

const forms: readonly Form[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];

const readme: readonly [string, Form][] = [
  ['landing', { width: 1280, theme: 'light' }],
  ['dashboard', { width: 1280, theme: 'light' }],
  ['buy', { width: 1280, theme: 'light' }],
  ['coin', { width: 1280, theme: 'dark' }],
  ['send', { width: 1280, theme: 'light' }],
  ['receive', { width: 1280, theme: 'light' }],
  ['transactions', { width: 1280, theme: 'dark' }],
  ['profile', { width: 1280, theme: 'light' }],
  ['kyc-needs-more', { width: 390, theme: 'light' }],
  ['dashboard', { width: 390, theme: 'dark' }],
];

const everything = () =>
  (names.length > 0 ? names : screens.map(({ name }) => name)).flatMap((name) =>
    forms.map((form) => [name, form] as const),
  );

const product = spawn(process.execPath, [here('../start-product.ts')], {
  env: { ...process.env, PORT: new URL(origin).port },
  stdio: 'inherit',
});
const ended = once(product, 'exit');
try {
  await untilReady();
  const browser = await chromium.launch(launching.launchOptions);
  const cast = await castOf(origin, await browser.newPage());
  await untilChartsAreFull(cast);
  const wanted = target ? everything() : readme;
  for (const [name, form] of wanted) {
    const screen = screens.find((one) => one.name === name);
    if (!screen) throw new Error(`Unknown screen: ${name}. Names are in e2e/pictures/screens.ts.`);
    await take(browser, cast, screen, form);
  }
  await browser.close();
} finally {
  product.kill('SIGTERM');
  await ended;
}

async function take(browser: Browser, cast: Cast, { name, at, as = 'demo', open }: Screen, { width, theme }: Form) {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    deviceScaleFactor: target ? 1 : 1.5,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  if (as !== 'visitor')
    await context.addInitScript(putSession, { token: cast[as].token, user: JSON.stringify(cast[as].user) });
  const page = await context.newPage();
  const suffix = theme === 'dark' ? `${width}-dark` : String(width);
  // Event streams stay open, so the network would never be idle.
  await page.route(/\/api\/(events|crypto\/prices)/, (route) => route.abort());
  await page.goto(origin + at);
  await page.waitForLoadState('networkidle');
  await open?.(page).catch((error: unknown) => process.stderr.write(`${name}-${suffix}: ${String(error)}\n`));
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined); // some screens keep requests open
  await sleep(300);
  if (target) await fitScreen(page, width);
  await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`) });
  await context.close();
}

/** Makes the window as high as the page, so that sticky parts are at the bottom and not in the middle. */
async function fitScreen(page: Page, width: number) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, page.viewportSize()?.height ?? 0) });
  await sleep(300);
}

function putSession({ token, user }: { token: string; user: string }) {
  localStorage.setItem('token', token);
  localStorage.setItem('user', user);
}

/** Waits until a fresh sandbox has filled its price history in the background. */
async function untilChartsAreFull({ demo }: Cast) {
  const client = clientOf(origin, demo.token);
  for (let attempt = 0; attempt < 600; attempt++) {
    const day = await client.call(endpoints.getCandles, { params: { symbol: 'ETH' }, query: { range: '1d' } });
    if (day.candles.length > 280) return;
    await sleep(500);
  }
  throw new Error('the price history was not complete within five minutes');
}

async function untilReady() {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (product.exitCode !== null) throw new Error('the product ended');
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('the product was not ready within a minute');
}
