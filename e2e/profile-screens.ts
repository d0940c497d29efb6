import { expect, type Page } from '@playwright/test';
import { opens, press, says, type Screen } from './screen-list.ts';

export const profileScreens: readonly Screen[] = [
  { name: 'profile', path: '/profile', ready: says('This device') },
  {
    name: 'your proof',
    path: '/profile/proof',
    ready: async (page) => {
      await says('What this does not prove')(page);
      await page.getByText('For experts').click();
    },
  },
  {
    name: 'share a statement',
    path: '/profile/proof/statement',
    ready: async (page) => {
      await page.getByLabel('Available balance is at least').fill('1');
      await press(page, 'Make the statement');
      await says('The available balance was at least $1.00 USD.')(page);
    },
  },
  {
    name: 'a statement of an income',
    path: '/profile/proof/statement',
    ready: async (page) => {
      await press(page, 'An income');
      await says('No payments from members yet')(page);
    },
  },
  { name: 'notifications', path: '/notifications', ready: says('Piet Mondriaan requested $24.00') },
  {
    name: 'change email',
    path: '/profile',
    ready: async (page) => {
      await press(page, 'Edit');
      await page.getByLabel('Email', { exact: true }).fill('another@elsewhere.example');
      await press(page, 'Save');
      await opens('Change your email')(page);
    },
  },
  {
    name: 'add a payment method',
    path: '/profile',
    ready: async (page) => {
      await press(page, 'Add New');
      await opens('Add a payment method')(page);
    },
  },
  {
    name: 'add a bank account',
    path: '/profile',
    ready: async (page) => {
      await press(page, 'Add New');
      await press(page, 'Bank account');
      await press(page, 'US dollar');
      await press(page, 'Add bank account');
      await says('Choose the account type.')(page);
    },
  },
  {
    name: 'remove a payment method',
    path: '/profile',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Remove Visa/ }).click();
      await opens(/^Remove Visa/)(page);
    },
  },
  {
    name: 'plans',
    path: '/profile',
    ready: async (page) => {
      await press(page, 'Change plan');
      await expect(page.getByRole('button', { name: 'Change to Pro' })).toBeVisible();
    },
  },
  { name: 'change to Pro', path: '/profile?plan=pro#plan', ready: opens('Change to Pro') },
  { name: 'event log', path: '/developers?tab=events', ready: says('Payment completed') },
  { name: 'simulations', path: '/developers?tab=simulate', ready: says('Time of this account') },
  {
    name: 'guides for developers',
    path: '/developers/docs',
    ready: async (page) => {
      await says('Send money safely')(page);
      await page.getByRole('button', { name: 'Run the sample: Receive webhooks' }).click();
      await says('Answer 200')(page);
    },
  },
  {
    name: 'make an API key',
    path: '/developers',
    ready: async (page) => {
      await press(page, 'Make a key');
      await page.getByRole('checkbox', { name: /^Send money/ }).check();
      await opens('Make an API key')(page);
    },
  },
  {
    name: 'add a webhook',
    path: '/developers?tab=webhooks',
    ready: async (page) => {
      await press(page, 'Add a webhook');
      await page.getByRole('checkbox', { name: /^All events/ }).uncheck();
      await opens('Add a webhook')(page);
    },
  },
  {
    name: 'rename a contact',
    path: '/send',
    ready: async (page) => {
      await openContactMenu(page);
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await opens('Rename')(page);
    },
  },
  {
    name: 'remove a contact',
    path: '/send',
    ready: async (page) => {
      await openContactMenu(page);
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await opens(/^Remove Piet/)(page);
    },
  },
];

/** On phones the menu belongs to the selected contact. */
async function openContactMenu(page: Page) {
  await page.getByRole('button', { name: /^Piet/ }).first().click();
  await page.getByRole('button', { name: 'More for Piet Mondriaan' }).filter({ visible: true }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}
