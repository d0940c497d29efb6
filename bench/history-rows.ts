/**
 * P5: compares the history with 10 and with 10,000 lines in a browser, on a separate server. Measures the time to the
 * first rows, the time from a key in the search to its frame, and the CSV export's duration and server memory. Only the
 * sum of the CSV decides the exit code: the sum must equal the balance.
 *
 *   npm run build && npm run florin -- bench history        ROWS=10000 VISITS=7
 */
import { readFileSync } from 'node:fs';
import { createClient, endpoints } from '@florin/contract';
import { chromium, type Page } from '@playwright/test';
import { createProductDatabase, startBenchServer } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { gatherCrowd, type Rider } from './crowd.ts';
import { csvRows, sumOfColumn } from './csv-rows.ts';
import { load, median, print, spread } from './figures.ts';
import { launchOptions, openContext, timeToFirstRows, typeKeys, type Reader } from './page.ts';

const setting = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const [rows, visits] = [setting('ROWS', 10_000), setting('VISITS', 7)];
const few = 10;
const origin = 'http://127.0.0.1:4714';

const server = await startBenchServer();
const database = await createProductDatabase(server, 'history');
const [long, short, other] = await gatherCrowd(database.ownerPool, database.address, 3);
if (!long || !short || !other) throw new Error('the crowd is too small');
const product = await startChild(
  new URL('../apps/server/src/main.ts', import.meta.url).pathname,
  { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: '4714' },
  `${origin}/healthz`,
);
const browser = await chromium.launch(launchOptions);
try {
  // The opening deposit is also a line.
  await sendOften(short, other, few - 1);
  await sendOften(long, other, rows - 1);
  await database.ownerPool.query('vacuum analyze');
  print(`${few} and ${rows} lines, ${visits} visits each in turn, load ${load()}`);

  const [shortReader, longReader] = [await readerOf(short), await readerOf(long)];
  await compareFirstRows(shortReader, longReader);
  const context = await openContext(browser, origin, longReader);
  const page = await context.newPage();
  await loadAll(page);
  await measureKeys(page);
  const isRight = await measureExport(page, long);
  process.exitCode = isRight ? 0 : 1;
} finally {
  await browser.close();
  await stopChild(product);
  await server.stop();
}

function clientOf({ token }: Pick<Rider, 'token'>) {
  return createClient({ origin, fetch, token: () => token });
}

async function readerOf(rider: Rider): Promise<Reader> {
  return { token: rider.token, user: await clientOf(rider).call(endpoints.me) };
}

/**
 * Sends small amounts with a number in the note, so the total stays below the daily limit and every digit of a search
 * changes the result.
 */
async function sendOften(from: Rider, to: Rider, count: number) {
  const client = clientOf(from);
  let next = 1;
  const sendOn = async () => {
    for (let number = next++; number <= count; number = next++) {
      const body = { recipient_email: to.email, amount: `0.${10 + (number % 90)}`, note: `Invoice ${number}` };
      await client.call(endpoints.sendMoney, { body }, { idempotencyKey: crypto.randomUUID() });
    }
  };
  await Promise.all(Array.from({ length: 32 }, sendOn));
}

async function compareFirstRows(shortReader: Reader, longReader: Reader) {
  const times = { short: [] as number[], long: [] as number[] };
  for (let visit = 0; visit <= visits; visit++) {
    for (const [name, reader] of [
      ['short', shortReader],
      ['long', longReader],
    ] as const) {
      const context = await openContext(browser, origin, reader);
      const time = await timeToFirstRows(await context.newPage(), `${origin}/transactions`);
      if (visit > 0) times[name].push(time); // the first visit warms up
      await context.close();
    }
  }
  print(`first rows with ${few} lines:   ${spread(times.short, 0)} ms`);
  print(`first rows with ${rows} lines: ${spread(times.long, 0)} ms`);
}

/** Searches for a text that all lines contain. This search loads everything. Then empties the search. */
async function loadAll(page: Page) {
  await page.goto(`${origin}/transactions?q=.`);
  const begun = performance.now();
  const heading = page.getByRole('heading', { name: `All Transactions (${rows.toLocaleString('en')})`, exact: true });
  await heading.waitFor({ timeout: 120_000 });
  print(`a search that loads all ${rows} lines page by page: ${(performance.now() - begun).toFixed(0)} ms`);
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('');
  await heading.waitFor();
  await page.waitForTimeout(500);
}

async function measureKeys(page: Page) {
  await page.evaluate(() => Object.assign(globalThis.florinBench, { letters: [], results: [] }));
  const word = ['i', 'n', 'v', 'o', 'i', 'c', 'e', ' ', '1', '2', '3', 'Backspace', '4', 'Backspace', 'Backspace', '7'];
  const { letters, results } = await typeKeys(page, 'Search transactions', [
    ...word,
    ...word.map(() => 'Backspace'),
    ...word,
  ]);
  for (const [name, times] of [
    ['letter', letters],
    ['lines ', results],
  ] as const)
    print(
      `key to ${name} painted, ${rows} lines: median ${median(times).toFixed(1)}, max ${Math.max(...times).toFixed(1)} ms (${times.length} keys)`,
    );
}

async function measureExport(page: Page, rider: Rider): Promise<boolean> {
  await page.goto(`${origin}/transactions`);
  await page.getByRole('heading', { name: /^All Transactions \(/ }).waitFor();
  const before = memoryOf(product.pid);
  const begun = performance.now();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const file = await (await download).path();
  const took = performance.now() - begun;
  const after = memoryOf(product.pid);
  const text = readFileSync(file, 'utf8');
  const table = csvRows(text);
  const sum = sumOfColumn(table, 'amount', { column: 'currency', is: 'USD' });
  const wallets = await clientOf(rider).call(endpoints.listWallets);
  const available = BigInt(
    (wallets.find(({ currency }) => currency === 'USD')?.available_exact ?? '').replace('.', ''),
  );
  const isRight = sum === available && table.length - 1 === rows;
  print(
    `CSV of ${table.length - 1} lines, ${(text.length / 1e6).toFixed(1)} MB, from click to file: ${took.toFixed(0)} ms`,
  );
  print(`server memory (resident): ${before.now} MB before, ${after.now} MB after, peak ${after.peak} MB`);
  print(isRight ? 'the CSV adds up to the balance' : `THE CSV GIVES ${sum}, THE WALLET HAS ${available}`);
  return isRight;
}

function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Math.round(Number(RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
