import { randomUUID } from 'node:crypto';
import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';
import { createGuard, type Guard } from './guard.ts';
import { openAccount, type Given, type Member } from './members.ts';

export { expect } from '@playwright/test';

type Product = {
  guard: Guard;
  /** See the guard: failed loads that this test brings about. */
  provoke: Guard['provoke'];
  /** Somebody with an account, made through the API. */
  newMember: (given?: Given) => Promise<Member>;
  /** A browser of somebody else's, guarded as the first one is. */
  newBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a fresh browser's first screen as a member whose session is in it already. */
  open: (page: Page, member: Member, path?: string) => Promise<void>;
};

/** The test that everything here is written with. Its pages are guarded; it fails at the end for what they complain about. */
export const test = base.extend<Product>({
  guard: [
    async ({ context }, use) => {
      const guard = createGuard();
      await guard.watch(context);
      await use(guard);
      guard.assertQuiet();
    },
    { auto: true },
  ],
  provoke: async ({ guard }, use) => use(guard.provoke),
  newMember: async ({ baseURL }, use) => use((given) => openAccount(originOf(baseURL), given)),
  newBrowser: async ({ browser, guard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      await guard.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  open: async ({ baseURL }, use) =>
    use(async (page, { token, user }, path = '/dashboard') => {
      await page.addInitScript(putSession, { mark: randomUUID(), token, user: JSON.stringify(user) });
      await page.goto(new URL(path, originOf(baseURL)).href);
    }),
});

/**
 * Runs in the page before its own scripts, and does it once: the session that a later page finds, or does not, is what
 * the product made of it. Playwright's own way opens a page of its own for this, which costs as much as a screen.
 */
function putSession({ mark, token, user }: { mark: string; token: string; user: string }) {
  if (sessionStorage.getItem(mark)) return;
  sessionStorage.setItem(mark, 'put');
  localStorage.setItem('token', token);
  localStorage.setItem('user', user);
}

function originOf(baseURL: string | undefined): string {
  if (baseURL === undefined) throw new Error('playwright.config.ts names no baseURL');
  return baseURL;
}
