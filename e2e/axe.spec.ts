import { AxeBuilder } from '@axe-core/playwright';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { send } from './members.ts';
import { expect, test } from './product.ts';

/** There are over two hundred rows of one kind; the first few stand for them. */
const furtherCoins = '.coin-line:nth-child(n + 9)';
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
  { name: 'a payment link', path: '/pay/nobody@elsewhere.example?amount=64&note=Tickets', ready: has('Log in to pay') },
  { name: 'a payment link that is none', path: '/pay/nobody', ready: has('This link does not work') },
  { name: 'sandbox', path: '/sandbox', ready: says('Open the link') },
  { name: 'a confirmation without a token', path: '/confirm-email', ready: has('This link does not work') },
];

const moneyScreens: Screen[] = [
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
    name: 'Withdraw',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('500');
      await says('Your Euro wallet is short by')(page);
      await says('more can be withdrawn today')(page);
    },
  },
  {
    name: 'Exchange',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Exchange' }).click();
      await page.getByRole('dialog').getByLabel('From Euro').fill('5');
      await says('Rate held for')(page);
    },
  },
  {
    name: 'Exchange, done',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Exchange' }).click();
      await page.getByRole('dialog').getByLabel('From Euro').fill('1');
      await page.getByRole('dialog').getByRole('button', { name: 'Exchange €1.01' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeVisible();
    },
  },
  {
    name: 'Withdraw, under way',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sandbox Bank •••• 6789' }).click();
      await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('5');
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await says('$5.00 is held')(page);
    },
  },
  {
    name: 'notifications',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Notifications, 1 new' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Pay' })).toBeVisible();
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
];

const taskScreens: Screen[] = [
  { name: 'send', path: '/send', ready: says('Available') },
  {
    name: 'send, a contact and a request',
    path: '/send?to=nobody@elsewhere.example&amount=1',
    ready: async (page) => {
      await says('Waiting for you')(page);
      await page.getByRole('button', { name: /^Piet/ }).first().click();
    },
  },
  {
    name: 'send, asked once more',
    path: '/send?to=nobody@elsewhere.example&amount=1',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Send $1.02' }).click();
      await says('There is no Florin account with this address.')(page);
    },
  },
  { name: 'pay', path: '/pay/nobody@elsewhere.example?amount=64&note=Tickets', ready: says('Your US Dollar balance') },
  {
    name: 'receive',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Send Payment Request' }).click();
      await says('Please enter an amount')(page);
      await says('No open requests')(page);
    },
  },
  {
    name: 'Share via Email',
    path: '/receive',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Share via Email' }).click();
      await expect(page.getByRole('dialog')).toContainText('They will read');
    },
  },
  { name: 'transactions', path: '/transactions', ready: says('All Transactions (') },
  {
    name: 'transaction detail',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('link', { name: /Bought Bitcoin/ }).click();
      await expect(page.getByRole('dialog')).toContainText('Balance after');
    },
  },
  {
    name: 'export menu',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'statement',
    path: '/transactions',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: /Statement/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'not found', path: '/no/such/page', ready: has('not in the book') },
];

const tradeScreens: Screen[] = [
  {
    name: 'buy, no coin',
    path: '/buy-crypto',
    ready: async (page) => {
      await says('Select a Cryptocurrency')(page);
      const isPhone = (page.viewportSize()?.width ?? 0) < 720;
      if (isPhone) await page.getByRole('button', { name: 'Choose a coin' }).click();
      await expect(page.getByRole('button', { name: 'Favorite Bitcoin', exact: true })).toBeVisible();
    },
  },
  {
    name: 'buy, a coin, more than the plan allows',
    path: '/buy-crypto?coin=BTC',
    ready: async (page) => {
      await page.getByLabel('Amount', { exact: true }).fill('600');
      await says('Price held for')(page);
      await says('Over your limit.')(page);
    },
  },
  { name: 'sell', path: '/sell-crypto?coin=BTC', ready: says('Use Max') },
  {
    name: 'coin',
    path: '/crypto/BTC?range=1m',
    ready: async (page) => {
      await says('Cost with fees')(page);
      await page.getByRole('slider').focus();
      await says('Since then')(page);
    },
  },
  {
    name: 'coin, table',
    path: '/crypto/ETH',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Table' }).click();
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
];

const newcomerScreens: Screen[] = [
  { name: 'empty dashboard', path: '/dashboard', ready: says('No transactions yet') },
  {
    name: 'notifications, none',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Notifications' }).click();
      await says('Nothing new')(page);
    },
  },
  { name: 'nothing to sell', path: '/sell-crypto', ready: says('No crypto holdings to sell') },
  { name: 'empty history', path: '/transactions', ready: says('No transactions found') },
];

// There is much to look at, and a busy machine takes its time.
test.describe.configure({ timeout: 600_000 });

for (const width of [320, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the screens for visitors can be used by everybody', async ({ page }) => {
      await expectNoViolations(page, publicScreens);
    });

    for (const [what, screens] of [
      ['dashboard and its dialogs', moneyScreens],
      ['screens for members', taskScreens],
      ['screens for trading', tradeScreens],
    ] as const)
      test(`the ${what} can be used by everybody`, async ({ page, newMember, open }) => {
        // Many screens in one test, and axe goes through every row of the coins.
        test.slow();
        const member = await newMember({
          confirmed: true,
          funds: { USD: '300.00', EUR: '20.00' },
          coins: { BTC: '50.00', ETH: '20.00' },
        });
        const piet = await newMember({ name: 'Piet Mondriaan' });
        await send(member, piet, '1.00');
        await piet.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
        await open(page, member);
        await says('Bought Bitcoin')(page);
        await expectNoViolations(page, screens);
      });

    test('the empty screens can be used by everybody', async ({ page, newMember, open }) => {
      await open(page, await newMember());
      await says('No transactions yet')(page);
      await expectNoViolations(page, newcomerScreens);
    });
  });
}

/** In light everything is looked at; in dark what the theme can change, which is colour. */
async function expectNoViolations(page: Page, screens: readonly Screen[]) {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(path);
      await ready(page);
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await expectNothingFound(new AxeBuilder({ page }).withTags(rules), `${name}, light`);
      expect.soft(await overflowOf(page), `${name} scrolls sideways`).toBe(0);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expectNothingFound(new AxeBuilder({ page }).withRules('color-contrast'), `${name}, dark`);
    });
  }
}

async function expectNothingFound(axe: AxeBuilder, where: string) {
  // There is no frame in Florin: without them axe needs no page of its own to put its findings together.
  const { violations } = await axe.exclude(furtherCoins).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
  expect.soft(found, where).toEqual([]);
}

/** How far the page is wider than its window. */
const overflowOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
