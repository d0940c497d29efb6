// Shared by the specs of account security.

import { expect, type Locator, type Page } from '@playwright/test';
import type { Member } from './members.ts';

export const factorCode = (page: Page): Locator => page.getByLabel('Six-digit code');

/** A section of the profile page. */
export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export async function signIn(page: Page, { email }: Pick<Member, 'email'>, password: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
}

export async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(password);
}
