import { expect } from '@playwright/test';
import { opens, press, says, type Screen } from './screen-list.ts';

export const moneyScreens: readonly Screen[] = [
  {
    name: 'dashboard, wallet',
    path: '/dashboard',
    ready: async (page) => {
      await says('Bought Bitcoin')(page);
      await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€20.00');
    },
  },
  {
    name: 'pay a request',
    path: '/dashboard',
    ready: async (page) => {
      await press(page, 'Pay $24.48');
      await opens('Pay Piet Mondriaan')(page);
    },
  },
  {
    name: 'decline a request',
    path: '/dashboard',
    ready: async (page) => {
      await press(page, 'Decline');
      await opens('Decline $24.00?')(page);
    },
  },
  {
    name: 'dashboard, converter',
    path: '/dashboard?tab=converter',
    ready: async (page) => {
      await says('Updated just now')(page);
      // The page scrolls to the tab after a delay. A scroll moves elements that axe has already measured.
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    },
  },
  {
    name: 'Add Funds',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add Funds' }).first().click();
      await expect(page.getByRole('dialog').getByLabel('Payment method')).toBeVisible();
    },
  },
  {
    name: 'Add Funds by bank transfer',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Add Funds' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Bank transfer' }).click();
      await expect(page.getByRole('dialog').getByRole('img', { name: /^QR code of the bank account/ })).toBeVisible();
    },
  },
  {
    name: 'Withdraw',
    path: '/dashboard',
    ready: async (page) => {
      await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('500');
      await says('Your Euro wallet is short by')(page);
      await says('You can withdraw')(page);
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
      await expect(page.getByRole('dialog').getByLabel('Bank account')).toBeVisible();
      await page.getByRole('dialog').getByLabel('Amount', { exact: true }).fill('5');
      await page.getByRole('dialog').locator('button[type=submit]').click();
      await says('$5.00 is held')(page);
      // The toast has the same text while the form is still there.
      await expect(page.getByRole('dialog').getByLabel('Amount', { exact: true })).toHaveCount(0);
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
