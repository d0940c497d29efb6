import type { Page } from '@playwright/test';

// Actions that several lists of screens use.

export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();

export const inWallet = (button: string) => (page: Page) =>
  page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: button }).click();

export async function turnOnTwoFactor(page: Page) {
  await page.getByRole('button', { name: 'Two-Factor Authentication' }).click();
  await page.getByLabel('Current password').fill('florin-test-1494');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
}
