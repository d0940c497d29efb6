import { factorCode, part } from './account-screens.ts';
import { expectAccessible } from './accessible.ts';
import { turnOnTwoFactor } from './authenticator-app.ts';
import { expectFocus, expectFocusKept, expectMenu, press, type } from './by-keyboard.ts';
import { password, uniqueEmail, type Member } from './members.ts';
import { passkeyDevice } from './passkey-device.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';
import type { Page } from '@playwright/test';

/** Opens the link of the newest mail to an address by keyboard. */
async function followMail(page: Page, email: string, subject: RegExp) {
  await page.goto(`/sandbox?to=${encodeURIComponent(email)}`);
  const mail = page.getByRole('listitem').filter({ hasText: subject }).first();
  await expect(mail).toContainText(email);
  const link = mail.getByRole('link', { name: /^Open the link/ });
  if (!(await link.isVisible())) await press(page, mail.locator('summary'));
  await press(page, link);
}

async function signIn(page: Page, { email }: Member) {
  await page.goto('/login');
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

async function logOut(page: Page) {
  await press(page, page.getByRole('button', { name: 'Account', exact: true }));
  await expectMenu(page);
  await page.keyboard.press('End');
  await expectFocus(page.getByRole('menuitem', { name: 'Log out' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
}

test('sign-up works by keyboard', async ({ page }) => {
  const email = uniqueEmail('lea');
  await page.goto('/');
  await press(page, page.getByRole('link', { name: 'Get Started Free' }).first());
  await press(page, page.getByRole('button', { name: 'Create Account' }));
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
  await expectFocus(page.getByLabel('Full Name'));
  await type(page, page.getByLabel('Full Name'), 'Léa Moreau');
  await type(page, page.getByLabel('Email'), email);
  await type(page, page.getByLabel('Password', { exact: true }), password);
  await press(page, page.getByRole('button', { name: 'Show password' }).first(), 'Space');
  await type(page, page.getByLabel('Confirm Password', { exact: true }), password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
});

test('a password reset works by keyboard', async ({ page, newMember }) => {
  const member = await newMember();
  const words = 'lantern-over-the-harbour';
  await page.goto('/login');
  await press(page, page.getByRole('link', { name: 'Forgot password' }));
  await type(page, page.getByLabel('Email'), member.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await followMail(page, member.email, /Set a new password/);
  await type(page, page.getByLabel('New password', { exact: true }), words);
  await type(page, page.getByLabel('Confirm new password'), words);
  await press(page, page.getByRole('button', { name: 'Save password' }));
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await press(page, page.getByRole('link', { name: 'Sign In' }));
  await expect(page).toHaveURL('/login');
});

test('signing in with a second factor or a recovery code works by keyboard', async ({
  page,
  baseURL,
  newMember,
  provoke,
}) => {
  provoke(403);
  const member = await newMember();
  const { app, recoveryCodes } = await turnOnTwoFactor(baseURL ?? '', member);
  await signIn(page, member);
  await expectFocus(factorCode(page));
  await page.keyboard.type(app.code());
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');

  await logOut(page);
  await signIn(page, member);
  await expect(factorCode(page)).toBeFocused();
  await press(page, page.getByRole('button', { name: 'Use a recovery code' }));
  await expectFocus(page.getByLabel('Recovery code'));
  await page.keyboard.type(recoveryCodes[0] ?? '');
  await press(page, page.getByRole('button', { name: 'Sign In' }));
  await expect(page).toHaveURL('/dashboard');
});

test.describe('with a browser that makes passkeys', () => {
  // A passkey needs a host name, so the same product is opened as localhost.
  test.use({ baseURL: `http://localhost:${process.env['FLORIN_E2E_PORT']}` });

  test('creating, using and removing a passkey works by keyboard', async ({ page, newMember, open }) => {
    const device = await passkeyDevice(page);
    const member = await newMember();
    await open(page, member, '/profile');
    const passkeys = part(page, 'Passkeys');
    await press(page, passkeys.getByRole('button', { name: 'Add a passkey' }));
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await type(page, dialog.getByLabel('Name'), 'Blue key');
    await expectAccessible(page, 'Add a passkey');
    await type(page, dialog.getByLabel('Current password'), member.password);
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await press(page, codes.getByRole('checkbox', { name: /I saved the codes/ }), 'Space');
    await press(page, codes.getByRole('button', { name: 'Done' }));
    await expect(passkeys).toContainText('Added today · never used');
    await expectFocus(passkeys.getByRole('button', { name: 'Add a passkey' }));

    await logOut(page);
    await press(page, page.getByRole('button', { name: 'Use a passkey' }));
    await expect(page).toHaveURL('/dashboard');

    await page.goto('/profile');
    await press(page, passkeys.getByRole('button', { name: 'Remove passkey Blue key' }));
    const removal = page.getByRole('dialog', { name: 'Remove Blue key?' });
    await type(page, removal.getByLabel('Current password'), member.password);
    await expectAccessible(page, 'Remove a passkey');
    await press(page, removal.getByRole('button', { name: 'Remove', exact: true }));
    await expect(passkeys).toContainText('No passkeys yet.');
    await expectFocusKept(page);
    await device.detach();
  });
});
