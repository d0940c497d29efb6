import type { Browser, LaunchOptions, Page } from '@playwright/test';
import type { User } from '@florin/contract';

export type Reader = { readonly token: string; readonly user: User };

export const launchOptions: LaunchOptions = {
  executablePath: process.env['CHROME_PATH'] || '/usr/bin/chromium',
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
};

/** Opens a new browser profile with a session. The pages of the profile measure themselves. */
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
 * Runs in the page. Records the time of the first painted rows. For each key, records the time from the input event to
 * the frame with the letter, and to the frame with the resulting lines.
 */
function measureInPage() {
  const bench = { firstRows: undefined as number | undefined, letters: [] as number[], results: [] as number[] };
  globalThis.florinBench = bench;
  /** A task that is posted during a frame runs after that frame was painted. */
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
    if (bench.firstRows === undefined && document.querySelector('.transactions_rowTransaction')) {
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

/** Returns the milliseconds from the start of the navigation to the frame with the first rows. */
export async function timeToFirstRows(page: Page, address: string): Promise<number> {
  await page.goto(address);
  const shown = await page.waitForFunction(() => globalThis.florinBench.firstRows);
  return Number(await shown.jsonValue());
}

/** Presses the keys one by one, with pauses in between. */
export async function typeKeys(
  page: Page,
  search: string,
  keys: readonly string[],
): Promise<{ letters: number[]; results: number[] }> {
  await page.getByRole('searchbox', { name: search }).focus();
  for (const key of keys) {
    await page.keyboard.press(key);
    // The pause is longer than all work that the key triggers.
    await page.waitForTimeout(400);
  }
  return page.evaluate(() => ({ letters: globalThis.florinBench.letters, results: globalThis.florinBench.results }));
}
