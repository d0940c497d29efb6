/**
 * Takes the README's pictures from the running product: `npm run pictures`. With a folder as argument, every screen in
 * four forms (390 and 1280 px, light and dark) instead, for looking at.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { demoLogin, endpoints, createClient } from '@florin/contract';
import { chromium, type Browser } from '@playwright/test';
import config from './playwright.config.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const origin = String(config.use?.baseURL);
const target = process.argv[2];
const folder = target ?? here('../docs/pictures');
mkdirSync(folder, { recursive: true });

type Form = { readonly width: 390 | 1280; readonly theme: 'light' | 'dark' };
type Screen = { readonly name: string; readonly at: string; readonly signedOut?: boolean };

const screens: readonly Screen[] = [
  { name: 'landing', at: '/', signedOut: true },
  { name: 'login', at: '/login', signedOut: true },
  { name: 'signup', at: '/signup', signedOut: true },
  { name: 'not-found', at: '/nowhere' },
  { name: 'dashboard', at: '/dashboard' },
  { name: 'converter', at: '/dashboard?tab=converter' },
  { name: 'send', at: '/send?to=jonas.weber@florin.example' },
  { name: 'pay', at: '/pay/jonas.weber@florin.example?amount=64&note=Concert+tickets' },
  { name: 'pay-signed-out', at: '/pay/jonas.weber@florin.example?amount=64&note=Concert+tickets', signedOut: true },
  { name: 'receive', at: '/receive' },
  { name: 'sandbox', at: '/sandbox' },
  { name: 'confirm-email', at: '/confirm-email' },
  { name: 'buy-empty', at: '/buy-crypto' },
  { name: 'buy', at: '/buy-crypto?coin=BTC' },
  { name: 'coin', at: '/crypto/BTC?range=1m' },
  { name: 'sell', at: '/sell-crypto?coin=ETH' },
  { name: 'transactions', at: '/transactions' },
];

const forms: readonly Form[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
];

const readme: readonly [string, Form][] = [
  ['dashboard', { width: 1280, theme: 'light' }],
  ['buy', { width: 1280, theme: 'light' }],
  ['coin', { width: 1280, theme: 'dark' }],
  ['send', { width: 1280, theme: 'light' }],
  ['receive', { width: 1280, theme: 'light' }],
  ['transactions', { width: 1280, theme: 'dark' }],
];

const product = spawn(process.execPath, [here('start-product.ts')], {
  env: { ...process.env, PORT: new URL(origin).port },
  stdio: 'inherit',
});
try {
  await untilReady();
  const browser = await chromium.launch(config.use?.launchOptions);
  const session = await signIn();
  await untilChartsAreFull(session);
  const wanted = target ? screens.flatMap(({ name }) => forms.map((form) => [name, form] as const)) : readme;
  for (const [name, form] of wanted) {
    const screen = screens.find((one) => one.name === name);
    if (screen) await take(browser, session, screen, form);
  }
  await browser.close();
} finally {
  product.kill('SIGTERM');
  await once(product, 'exit');
}

type Session = Awaited<ReturnType<typeof signIn>>;

function signIn() {
  const client = createClient({ origin, fetch, token: () => null });
  return client.call(endpoints.login, { body: demoLogin });
}

async function take(
  browser: Browser,
  { token, user }: Session,
  { name, at, signedOut }: Screen,
  { width, theme }: Form,
) {
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    deviceScaleFactor: target ? 1 : 1.5,
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  if (!signedOut)
    await context.addInitScript(
      ([t, u]) => {
        localStorage.setItem('token', t);
        localStorage.setItem('user', u);
      },
      [token, JSON.stringify(user)] as const,
    );
  const page = await context.newPage();
  // The page holds it open for as long as it is shown: the network would never be idle.
  await page.route(/\/api\/(events|crypto\/prices)/, (route) => route.abort());
  await page.goto(origin + at);
  await page.waitForLoadState('networkidle');
  await sleep(300);
  const suffix = theme === 'dark' ? `${width}-dark` : String(width);
  await page.screenshot({ path: path.join(folder, `${name}-${suffix}.png`), fullPage: target !== undefined });
  await context.close();
}

/** A fresh sandbox fills its history of prices in the background. */
async function untilChartsAreFull({ token }: Session) {
  const client = createClient({ origin, fetch, token: () => token });
  for (let attempt = 0; attempt < 600; attempt++) {
    const day = await client.call(endpoints.getCandles, { params: { symbol: 'ETH' }, query: { range: '1d' } });
    if (day.candles.length > 280) return;
    await sleep(500);
  }
  throw new Error('the history of prices is not filled');
}

async function untilReady() {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (product.exitCode !== null) throw new Error('the product ended');
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('the product does not become ready');
}
