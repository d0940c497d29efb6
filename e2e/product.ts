import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type ViewportSize,
} from '@playwright/test';
import { createGuard, reportViolations, type Guard } from './guard.ts';
import { emptyPage, keepWindows, pageOf, type Windows } from './kept-windows.ts';
import { openAccount, type Given, type Member } from './members.ts';
import { keepOneProduct, type Products } from './own-product.ts';

export { expect } from '@playwright/test';

/** A session, possibly of another server that knows fewer fields. */
type Session = { readonly token: string; readonly user: object };

type Product = {
  guard: Guard;
  /** See the guard: announces failed loads that this test causes. */
  provoke: Guard['provoke'];
  /** Creates a member through the API. */
  newMember: (given?: Given) => Promise<Member>;
  /** Opens another person's window, guarded like the first window. */
  newBrowser: (viewport?: ViewportSize) => Promise<Page>;
  /** Opens a new window with empty caches and optional settings. */
  freshBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a page as a member with an already stored session. */
  open: (page: Page, session: Session, path?: string) => Promise<void>;
};

/**
 * The base of all tests here. The pages of a test are guarded, so an error in a page fails the test at its end. Worker
 * fixtures are only here, because Playwright replaces the worker and its browser between tests with different worker
 * fixtures.
 */
export const test = base.extend<Product, { windows: Windows; products: Products }>({
  products: [
    async ({}, use) => {
      const products = keepOneProduct();
      await use(products);
      await products.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  // Tests of a separate product replace this fixture.
  baseURL: async ({ baseURL, products }, use) => {
    await products.end();
    await use(baseURL);
  },
  windows: [
    async ({ browser }, use) => {
      const windows = keepWindows(browser);
      await use(windows);
      await windows.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ windows, viewport, hasTouch, baseURL }, use, info) => {
    const context = await windows.take({ viewport, hasTouch, baseURL: originOf(baseURL) });
    await use(context);
    windows.giveBack(context, info);
  },
  page: async ({ context }, use) => use(pageOf(context)),
  guard: [
    async ({ context }, use) => {
      const guard = createGuard();
      guard.watch(context);
      await use(guard);
      guard.assertQuiet();
    },
    { auto: true },
  ],
  provoke: async ({ guard }, use) => use(guard.provoke),
  newMember: async ({ baseURL }, use) => use((given) => openAccount(originOf(baseURL), given)),
  newBrowser: async ({ windows, guard, viewport, baseURL }, use, info) => {
    const contexts: BrowserContext[] = [];
    await use(async (size) => {
      const context = await windows.take({ viewport: size ?? viewport, hasTouch: false, baseURL: originOf(baseURL) });
      contexts.push(context);
      guard.watch(context);
      return pageOf(context);
    });
    for (const context of contexts) windows.giveBack(context, info);
  },
  freshBrowser: async ({ browser, guard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await context.addInitScript(reportViolations);
      guard.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  open: async ({ baseURL }, use) =>
    use(async (page, { token, user }, path = '/dashboard') => {
      const target = new URL(path, originOf(baseURL));
      const empty = new URL(emptyPage, target).href;
      if (page.url() !== empty) await page.goto(empty);
      await page.evaluate(putSession, { token, user: JSON.stringify(user) });
      await page.goto(target.href);
    }),
});

/** Runs in the page. Playwright's own way opens an extra page, which costs as much as a screen. */
function putSession({ token, user }: { token: string; user: string }) {
  localStorage.setItem('token', token);
  localStorage.setItem('user', user);
}

function originOf(baseURL: string | undefined): string {
  if (baseURL === undefined) throw new Error('playwright.config.ts names no baseURL');
  return baseURL;
}
