import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

/** There are over two hundred rows of one kind; the first few stand for them. */
const furtherCoins = 'button[aria-pressed]:nth-child(n + 9)';
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

type Screen = { readonly name: string; readonly path: string; readonly ready: (page: Page) => Promise<void> };

const says = (text: string | RegExp) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();
const has = (name: string) => (page: Page) => expect(page.getByRole('heading', { name }).first()).toBeVisible();

const publicScreens: Screen[] = [
  { name: 'landing', path: '/', ready: has('Every cent') },
  { name: 'login', path: '/login', ready: says('Try the demo account') },
  {
    name: 'login refused',
    path: '/login',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await says('Please fill in all fields')(page);
    },
  },
  { name: 'signup', path: '/signup', ready: says('Confirm Password') },
];

const memberScreens: Screen[] = [
  {
    name: 'dashboard, wallet',
    path: '/dashboard',
    ready: async (page) => {
      await says('Bought Bitcoin')(page);
      await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€20.00');
    },
  },
  { name: 'dashboard, converter', path: '/dashboard?tab=converter', ready: says('Updated just now') },
  {
    name: 'Add Funds',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add Funds' }).first().click();
      await expect(page.getByRole('dialog').getByLabel('Payment method')).toBeVisible();
    },
  },
  {
    name: 'account menu',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Account' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  { name: 'send', path: '/send', ready: says('Available') },
  { name: 'buy, no coin', path: '/buy-crypto', ready: says('Bitcoin') },
  { name: 'buy, a coin', path: '/buy-crypto?coin=BTC', ready: says('Market cap') },
  { name: 'sell', path: '/sell-crypto?coin=BTC', ready: says('Use Max') },
  { name: 'transactions', path: '/transactions', ready: says('All Transactions (') },
  {
    name: 'transaction detail',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('link', { name: /Bought Bitcoin/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Balance after');
    },
  },
  { name: 'not found', path: '/no/such/page', ready: has('not in the book') },
];

const newcomerScreens: Screen[] = [
  { name: 'empty dashboard', path: '/dashboard', ready: says('No transactions yet') },
  { name: 'nothing to sell', path: '/sell-crypto', ready: says('No crypto holdings to sell') },
  { name: 'empty history', path: '/transactions', ready: says('No transactions found') },
];

for (const theme of ['light', 'dark'] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${theme}, ${width} px wide`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme: theme });

      test('the screens for visitors can be used by everybody', async ({ page }) => {
        await expectNoViolations(page, publicScreens, theme);
      });

      test('the screens for members can be used by everybody', async ({ page, newMember, open }) => {
        const member = await newMember({
          funds: { USD: '300.00', EUR: '20.00' },
          coins: { BTC: '50.00', ETH: '20.00' },
        });
        await open(page, member);
        await says('Bought Bitcoin')(page);
        await expectNoViolations(page, memberScreens, theme);
      });

      test('the empty screens can be used by everybody', async ({ page, newMember, open }) => {
        await open(page, await newMember());
        await says('No transactions yet')(page);
        await expectNoViolations(page, newcomerScreens, theme);
      });
    });
  }
}

async function expectNoViolations(page: Page, screens: readonly Screen[], theme: 'light' | 'dark') {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      const { violations } = await new AxeBuilder({ page }).withTags(rules).exclude(furtherCoins).analyze();
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
      );
      expect.soft(found, name).toEqual([]);
      expect.soft(await overflowOf(page), `${name} scrolls sideways`).toBe(0);
    });
  }
}

/** How far the page is wider than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
