/**
 * F5: measures the buy page in a browser while all coins move every second, on a separate server. Measures the CPU use
 * of the idle page before and after use, and the time from a key in the search to its frame. Also measures the frame
 * times while the list scrolls, with and without cached icons. Nothing here decides the exit code.
 *
 *   npm run build && npm run florin -- bench market        SECONDS=30
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createClient, endpoints } from '@florin/contract';
import { chromium, type Page } from '@playwright/test';
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, median, print } from './figures.ts';
import { launchOptions, openContext, typeKeys } from './page.ts';

const seconds = Number(process.env['SECONDS'] ?? 30);
const origin = 'http://127.0.0.1:4715';
const settleMs = 5_000;
/** USER_HZ, the unit of /proc, which is 100 on Linux. */
const jiffiesPerSecond = 100;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'market');
const [rider] = await gatherCrowd(database.ownerPool, database.address, 1);
if (!rider) throw new Error('the crowd is too small');
const product = await startChild(
  new URL('../apps/server/src/main.ts', import.meta.url).pathname,
  { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: '4715' },
  `${origin}/healthz`,
);
const chrome = await chromium.launchServer(launchOptions);
try {
  const user = await createClient({ origin, fetch, token: () => rider.token }).call(endpoints.me);
  const browser = await chromium.connect(chrome.wsEndpoint());
  const page = await (await openContext(browser, origin, { token: rider.token, user })).newPage();
  await waitForHistory(database.ownerPool);
  await page.waitForTimeout(settleMs);
  const blank = await shareOfCore(page);
  await page.goto(`${origin}/buy-crypto?coin=BTC`);
  await page
    .getByRole('button', { name: /Bitcoin/ })
    .first()
    .waitFor();
  await page.waitForTimeout(settleMs);
  print(`the buy page, load ${load()}`);
  await measureIdle(page, 'opened', blank);
  await measureScroll(page, 'first');
  await measureScroll(page, 'second');
  await measureKeys(page);
  await measureIdle(page, 'scrolled, searched', blank);
  await browser.close();
} finally {
  await chrome.close();
  await stopChild(product);
  await server.stop();
}

/** Scrolls twelve pixels per frame from top to bottom, like a fast swipe. */
async function measureScroll(page: Page, pass: string) {
  const frames = await page.evaluate(async () => {
    const list = document.querySelector('.buy_coinScroll');
    if (!list) throw new Error('the page has no coin list');
    list.scrollTop = 0;
    const took: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    while (list.scrollTop + list.clientHeight < list.scrollHeight - 1 && took.length < 1_500) {
      list.scrollTop += 12;
      const now = await new Promise<number>(requestAnimationFrame);
      took.push(now - last);
      last = now;
    }
    return took;
  });
  const sorted = frames.toSorted((a, b) => a - b);
  const quantile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const late = frames.filter((took) => took > 20).length;
  print(
    `${pass} scroll: frame median ${quantile(0.5)}, p95 ${quantile(0.95)}, max ${quantile(0.9999)} ms; ${late} of ${frames.length} over 20 ms`,
  );
}

async function measureKeys(page: Page) {
  const word = ['e', 't', 'h', 'Backspace', 'Backspace', 'Backspace', 'c', 'o', 'i', 'n', 'Backspace', 'Backspace'];
  const { letters, results } = await typeKeys(page, 'Search by name or symbol', [...word, 'Backspace', 'Backspace']);
  for (const [name, times] of [
    ['letter', letters],
    ['rows', results],
  ] as const)
    print(`key to ${name} painted: median ${median(times).toFixed(1)}, max ${Math.max(...times).toFixed(1)} ms`);
}

type Shares = { readonly thread: number; readonly processes: number };

/** Returns the shares of a core that all browser processes and the page's main thread use. */
async function shareOfCore(page: Page): Promise<Shares> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = { thread: await busy(), processes: cpuSeconds(chrome.process().pid ?? 0) };
  await page.waitForTimeout(seconds * 1000);
  const thread = (await busy()) - before.thread;
  const processes = cpuSeconds(chrome.process().pid ?? 0) - before.processes;
  return { thread: thread / seconds, processes: processes / seconds };
}

async function measureIdle(page: Page, past: string, blank: Shares) {
  await page.waitForTimeout(settleMs);
  const open = await shareOfCore(page);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  print(
    `${past}, then idle for ${seconds} s, share of a core: main thread ${percent(open.thread)}; all browser processes ${percent(open.processes)}, with a blank page ${percent(blank.processes)}`,
  );
}

/** Returns the CPU seconds of a process and its children. */
function cpuSeconds(root: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may contain spaces.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return [{ pid: Number(name), parent: Number(fields[1]), jiffies: Number(fields[11]) + Number(fields[12]) }];
      } catch {
        return []; // it has ended
      }
    });
  const family = new Set([root]);
  for (let grown = 0; grown !== family.size;) {
    grown = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const jiffies = all.filter(({ pid }) => family.has(pid)).reduce((sum, one) => sum + one.jiffies, 0);
  return jiffies / jiffiesPerSecond;
}
