import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient, endpoints } from '@florin/contract';
import { chromium, type Page } from '@playwright/test';
import type { Rider } from './crowd.ts';
import { print, spread } from './figures.ts';
import { launchOptions, openContext } from './page.ts';

/** A phone is about four times slower. */
const phone = 4;
/** A page of plain text may not load scripts. */
const plain = { bypassCSP: true };

/**
 * Measures the browser's check of a proof. The product checks in a worker, but browsers can slow down only pages ("only
 * supported for pages"). So a slowed page runs the worker's code. Each check uses a new page, because the product's
 * worker is also new.
 */
export async function measureBrowserCheck(origin: string, rider: Rider, rounds: number) {
  const client = createClient({ origin, fetch, token: () => rider.token });
  const [user, proof] = [await client.call(endpoints.me), await client.call(endpoints.getProof, { query: {} })];
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await openContext(browser, origin, { token: rider.token, user });
    const inWorker: number[] = [];
    const onPage = { 1: [] as number[], [phone]: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      inWorker.push(await checkByProduct(await context.newPage(), origin));
      for (const slower of [1, phone] as const)
        onPage[slower].push(await checkOnPage(await browser.newPage(plain), origin, slower, JSON.stringify(proof)));
    }
    print(`the browser's check in its worker: ${spread(inWorker, 0)} ms`);
    print(`the same code on a page: ${spread(onPage[1], 0)} ms; ${phone} times slower: ${spread(onPage[phone], 0)} ms`);
  } finally {
    await browser.close();
  }
}

/** Returns the milliseconds that the page of the account's own proof states. */
async function checkByProduct(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/profile/proof`);
  await page.getByText('For experts').click();
  const text = await page.getByText(/^\d+ ms$/).textContent();
  await page.close();
  return Number.parseInt(text ?? '');
}

async function checkOnPage(page: Page, origin: string, slower: number, text: string): Promise<number> {
  await page.goto(`${origin}/log/checkpoint`);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const took = await page.evaluate(checkHere, { code: workerPath(), text });
  await page.close();
  return took;
}

/** Runs in the page. Loads the worker's code, which listens for requests, and measures one request. */
async function checkHere({ code, text }: { readonly code: string; readonly text: string }): Promise<number> {
  await import(code);
  const answered = new Promise<void>((resolve, reject) => {
    addEventListener('message', ({ data }: MessageEvent<{ answer?: { report?: { ok: boolean } } }>) => {
      if (!data.answer) return;
      if (data.answer.report?.ok) resolve();
      else reject(new Error(`the proof is not valid: ${JSON.stringify(data.answer).slice(0, 500)}`));
    });
  });
  const began = performance.now();
  postMessage({ id: 1, request: { kind: 'proof', text, options: { now: new Date() } } });
  await answered;
  return performance.now() - began;
}

/** The address of the built worker. */
function workerPath(): string {
  const assets = fileURLToPath(new URL('../apps/web/dist/assets', import.meta.url));
  const name = readdirSync(assets).find((file) => /^worker-[\w-]+\.js$/.test(file));
  if (name === undefined) throw new Error('the web app is not built: run npm run build');
  return `/assets/${name}`;
}
