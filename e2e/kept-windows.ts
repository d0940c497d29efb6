import type { Browser, BrowserContext, BrowserContextOptions, Page, TestInfo } from '@playwright/test';
import { reportViolations } from './guard.ts';

export const pageOf = (context: BrowserContext): Page => {
  const [page] = context.pages();
  if (!page) throw new Error('the window has no page');
  return page;
};

type Ended = Pick<TestInfo, 'status' | 'expectedStatus'>;

export type Windows = {
  /** Returns a clean window at the product's origin. */
  readonly take: (options: BrowserContextOptions) => Promise<BrowserContext>;
  /**
   * Returns a window after its test. The window stays unchanged until the next `take`, for the screenshot of a failed
   * test.
   */
  readonly giveBack: (context: BrowserContext, test: Ended) => void;
  readonly close: () => Promise<void>;
};

type Kept = { readonly kind: string; readonly options: BrowserContextOptions; readonly context: BrowserContext };

/**
 * Reuses browser windows from test to test and clears them in between. A new window starts a process and compiles the
 * app again, which costs about as much CPU time as loading a screen. Playwright's own `reuseContext` has the same cost,
 * because it clears the caches and leaves the origin.
 */
export function keepWindows(browser: Browser): Windows {
  const kept = new Map<BrowserContext, Kept>();
  const idle = new Set<Kept>();
  const used = new Set<Kept>();
  const spent = new WeakSet<BrowserContext>();

  const open = async (kind: string, options: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    await context.addInitScript(reportViolations);
    const page = await context.newPage();
    await page.goto(emptyPage);
    await forgetHistory(page);
    const spend = () => void spent.add(context);
    onCall(context, ['addInitScript', 'exposeBinding', 'exposeFunction'], spend);
    onCall(page, ['addInitScript', 'exposeBinding', 'exposeFunction'], spend);
    onCall(context.clock, ['install', 'setFixedTime', 'setSystemTime'], spend);
    page.once('close', spend);
    page.once('crash', spend);
    const window = { kind, options, context };
    kept.set(context, window);
    return window;
  };
  const clear = async (window: Kept) => {
    used.delete(window);
    // A separate product may have been stopped.
    const isEmpty =
      !spent.has(window.context) &&
      (await empty(window).then(
        () => true,
        () => false,
      ));
    if (isEmpty) {
      idle.add(window);
      return;
    }
    kept.delete(window.context);
    await window.context.close();
  };
  return {
    take: async (options) => {
      await Promise.all([...used].map(clear));
      const kind = JSON.stringify(options);
      const window = [...idle].find((one) => one.kind === kind) ?? (await open(kind, options));
      idle.delete(window);
      return window.context;
    },
    giveBack: (context, { status, expectedStatus }) => {
      if (status !== expectedStatus) spent.add(context);
      const window = kept.get(context);
      if (window) used.add(window);
    },
    close: async () => {
      for (const context of kept.keys()) await context.close();
    },
  };
}

/** A page without scripts and styles that has the origin's storage. */
export const emptyPage = '/healthz';

const listenedTo = ['request', 'requestfinished', 'requestfailed', 'response', 'console', 'weberror', 'dialog', 'page'];

/** Clears all state that can be undone; `onCall` detects the rest. */
async function empty({ context, options }: Kept) {
  const page = pageOf(context);
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of listenedTo) {
    context.removeAllListeners(event);
    page.removeAllListeners(event);
  }
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await page.mouse.move(-1, -1); // otherwise it would hover over the next test's page
  await page.goto(emptyPage);
  await context.clearCookies();
  await page.evaluate(clearStorage);
  await forgetHistory(page);
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });
  if (options.viewport) await page.setViewportSize(options.viewport);
}

/** Runs in the page. */
async function clearStorage() {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const { name } of await indexedDB.databases()) if (name !== undefined) indexedDB.deleteDatabase(name);
}

async function forgetHistory(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

function onCall(target: object, methods: readonly string[], hear: () => void) {
  for (const method of methods) {
    const original: unknown = Reflect.get(target, method);
    if (typeof original !== 'function') throw new Error(`the target has no method ${method}`);
    const heard = (...args: unknown[]): unknown => {
      hear();
      return Reflect.apply(original, target, args);
    };
    Reflect.set(target, method, heard);
  }
}
