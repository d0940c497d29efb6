import type { Browser, LaunchOptions, Page } from '@playwright/test';
import type { User } from '@florin/contract';

export type Reader = { readonly token: string; readonly user: User };

export const launchOptions: LaunchOptions = {
  executablePath: process.env['CHROME_PATH'] || '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
};

/** A fresh browser profile with the session in it, whose pages measure themselves. */
export async function openContext(browser: Browser, origin: string, { token, user }: Reader) {
  const localStorage = [
    { name: 'token', value: token },
    { name: 'user', value: JSON.stringify(user) },
  ];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  await context.addInitScript(measureInPage);
  return context;
}

declare global {
  var florinBench: { firstRows: number | undefined; letters: number[]; results: number[] };
}

/**
 * In the page: when the first rows were painted, and for each key the time from the input event to the frame with the
 * letter, and to the frame with the lines that it leaves.
 */
function measureInPage() {
  const bench = { firstRows: undefined as number | undefined, letters: [] as number[], results: [] as number[] };
  globalThis.florinBench = bench;
  /** A task that is posted in a frame runs when that frame has been painted. */
  const painted = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => then(performance.now());
      channel.port2.postMessage(undefined);
    });
  let typedAt: number | undefined;
  addEventListener(
    'input',
    ({ timeStamp }) => {
      typedAt = timeStamp;
      painted((at) => bench.letters.push(at - timeStamp));
    },
    { capture: true },
  );
  new MutationObserver((changes) => {
    if (bench.firstRows === undefined && document.querySelector('.row-tx')) {
      bench.firstRows = 0;
      painted((at) => (bench.firstRows = at));
    }
    const isList = changes.some(({ target }) =>
      (target instanceof Element ? target : target.parentElement)?.closest('.ledger'),
    );
    if (typedAt === undefined || !isList) return;
    const begun = typedAt;
    typedAt = undefined;
    painted((at) => bench.results.push(at - begun));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** From the start of the navigation to the frame with the first rows, in milliseconds. */
export async function timeToFirstRows(page: Page, address: string): Promise<number> {
  await page.goto(address);
  const shown = await page.waitForFunction(() => globalThis.florinBench.firstRows);
  return Number(await shown.jsonValue());
}

/** Types and takes back, key by key, each when the last is through. */
export async function typeKeys(
  page: Page,
  search: string,
  keys: readonly string[],
): Promise<{ letters: number[]; results: number[] }> {
  await page.getByRole('searchbox', { name: search }).focus();
  for (const key of keys) {
    await page.keyboard.press(key);
    // A person's pause: longer than anything that the key sets off.
    await page.waitForTimeout(400);
  }
  return page.evaluate(() => ({ letters: globalThis.florinBench.letters, results: globalThis.florinBench.results }));
}
