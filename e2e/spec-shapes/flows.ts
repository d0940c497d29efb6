// The input and the presses of a member, on a server with only the specification's calls.

import { expect, type Page } from '@playwright/test';
import { fillPersonal, go, step } from '../kyc-wizard.ts';
import { coins, holdings } from './spec-data.ts';

export type Flow = {
  readonly path: string;
  /** Fills in the form, without a press on its button. */
  readonly fill: (page: Page) => Promise<void>;
  readonly button: string;
};

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });

export const login: Flow = {
  path: '/login',
  fill: async (page) => {
    await page.getByLabel('Email').fill('ines@florin.example');
    await page.getByLabel('Password', { exact: true }).fill('correct-horse');
  },
  button: 'Sign In',
};

export const signup: Flow = {
  path: '/signup',
  fill: async (page) => {
    await page.getByLabel('Full Name').fill('Ines Okafor');
    await page.getByLabel('Email').fill('ines@florin.example');
    await page.getByLabel('Password', { exact: true }).fill('correct-horse-1');
    await page.getByLabel('Confirm Password').fill('correct-horse-1');
  },
  button: 'Create Account',
};

export const send: Flow = {
  path: '/send',
  fill: async (page) => {
    await page.getByLabel('Recipient email').fill('bo@florin.example');
    await amount(page).fill('50');
    await page.getByLabel('Note').fill('Dinner');
  },
  button: 'Send',
};

export const buy: Flow = {
  path: `/buy-crypto?coin=${coins[0]?.symbol}`,
  fill: (page) => amount(page).fill('100'),
  button: 'Buy',
};

export const sell: Flow = {
  path: `/sell-crypto?coin=${holdings[0]?.symbol}`,
  fill: (page) => amount(page).fill('0.01'),
  button: 'Sell',
};

export const kyc: Flow = {
  path: '/kyc',
  fill: async (page) => {
    await fillPersonal(page, 'Okafor');
    await go(page, 'Continue');
    await expect(step(page, 'ID Document')).toBeVisible();
    await page.getByLabel('ID number').fill('CC482913');
    await go(page, 'Continue');
  },
  button: 'Submit for Review',
};

export const press = (page: Page, { button }: Flow) =>
  page.getByRole('button', { name: button, exact: true }).and(page.locator('[type=submit]')).click();
