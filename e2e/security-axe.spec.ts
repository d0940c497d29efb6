import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { choosePassword, factorCode, part, signIn } from './account-screens.ts';
import { authenticatorApp } from './authenticator-app.ts';
import type { Member } from './members.ts';
import { expect, test } from './product.ts';

test('the account security screens are accessible', async ({ page, newMember, open, provoke }) => {
  test.slow();
  provoke(403);
  await visitForgottenPassword(page);
  const member = await newMember();
  await open(page, member, '/profile');
  await visitProfile(page, member);
  await page.evaluate(() => localStorage.clear());
  await signIn(page, member, member.password);
  await expect(factorCode(page)).toBeFocused();
  await expectAccessible(page, 'the second step of a sign-in');
});

async function visitForgottenPassword(page: Page) {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@florin.example');
  await expectAccessible(page, 'forgot password');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expectAccessible(page, 'look at your mail');
  await page.goto('/reset-password#token');
  await choosePassword(page, 'battery-staple');
  await page.getByLabel('Confirm new password').fill('battery-stapl');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expectAccessible(page, 'new password');
}

async function visitProfile(page: Page, member: Member) {
  await expect(part(page, 'Sessions').getByText('This device')).toBeVisible();
  await expectAccessible(page, 'profile');
  await part(page, 'Security').getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('battery-staple');
  await expectAccessible(page, 'Change Password');
  await page.keyboard.press('Escape');
  await part(page, 'Security').getByRole('button', { name: 'Two-Factor Authentication' }).click();
  await page.getByLabel('Current password').fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await expectAccessible(page, 'two-factor, step 1');
  const app = authenticatorApp(await page.locator('.security_setupKey').innerText());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page, 'two-factor, step 2');
  await factorCode(page).fill(app.code());
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expectAccessible(page, 'recovery codes');
  await page.getByText('I saved the codes in a safe place').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await part(page, 'Data and privacy').getByRole('button', { name: 'Close account' }).click();
  await expectAccessible(page, 'Close account');
  await page.keyboard.press('Escape');
}
