import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { clientOf, password, uniqueEmail } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, markDocument, storedSession, toast } from './screen.ts';

test('signing in without browser storage shows what it needs', async ({ page }) => {
  const calls = await holdCalls(page, 'POST', '/auth/login');
  await page.addInitScript(blockStorage);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nora@florin.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const needed = 'Your browser blocks storage for this site. Allow storage and reload the page.';
  await expect(toast(page, needed)).toBeVisible();
  expect(calls.count()).toBe(0);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

/** Runs in the page. Blocks storage, as browsers do when a user forbids it. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
}

test.describe('signing in', () => {
  test.beforeEach(({ page }) => page.goto('/login'));

  test('a member signs in after the form has reported missing fields', async ({ page, newMember }) => {
    const calls = await holdCalls(page, 'POST', '/auth/login');

    // Rules: sign-in-3
    await test.step('requires both fields without a call', async () => {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(toast(page, 'Please fill in all fields')).toBeVisible();
      await expectFieldError(page.getByLabel('Email'), 'Enter your email');
      await expectFieldError(page.getByLabel('Password', { exact: true }), 'Enter your password');
      await page.getByLabel('Email').fill('nora@florin.example');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid');
      await expectFieldError(page.getByLabel('Password', { exact: true }), 'Enter your password');
      expect(calls.count()).toBe(0);
    });

    // Rules: sign-in-4, sign-in-28
    await test.step('shows the busy label, then the dashboard with a welcome toast', async () => {
      const member = await newMember();
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
      calls.release();
      await expect(toast(page, 'Welcome back!')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
      expect(calls.count()).toBe(1);
      const { token, user } = await storedSession(page);
      expect(JSON.parse(user ?? '')).toMatchObject({ name: member.name, email: member.email, verified: false });
      await expect(clientOf(new URL(page.url()).origin, token).call(endpoints.me)).resolves.toMatchObject({
        id: member.user.id,
      });
    });
  });

  // Rules: sign-in-5, security-6
  test('keeps the login page on a wrong password, with the same message for every failure', async ({
    page,
    newMember,
    provoke,
  }) => {
    provoke(400);
    const member = await newMember();
    const document = await markDocument(page);
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toast(page, 'Login failed. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/login');
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await document.expectSame();
    expect(await storedSession(page)).toEqual({ token: null, user: null });
  });

  test('a visitor signs in to the demo account with one press', async ({ page }) => {
    await page.getByRole('button', { name: 'Try the demo account' }).click();
    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Ines');
  });

  // Rules: sign-in-7
  test('the login page links to the landing page and to sign-up', async ({ page }) => {
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL('/signup');
    await page.getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Florin' }).click();
    await expect(page).toHaveURL('/');
  });
});

/** Opens an empty sign-up form through the login page. */
async function emptyForm(page: Page) {
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/signup');
  for (const name of ['Full Name', 'Email', 'Password', 'Confirm Password'])
    await expect(page.getByLabel(name, { exact: true })).toHaveValue('');
}

test.describe('signing up', () => {
  test.beforeEach(({ page }) => page.goto('/signup'));

  test('signs up after reporting invalid fields', async ({ page }) => {
    const calls = await holdCalls(page, 'POST', '/auth/signup');

    await test.step('reports an invalid email address on blur without a call', async () => {
      await page.getByLabel('Email').fill('nora@florin');
      await page.getByLabel('Full Name').fill('Nora Lind');
      await expectFieldError(
        page.getByLabel('Email'),
        'This is not an email address. Enter one such as name@example.com',
      );
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectFieldError(
        page.getByLabel('Email'),
        'This is not an email address. Enter one such as name@example.com',
      );
      expect(calls.count()).toBe(0);
    });

    await emptyForm(page);
    // Rules: sign-in-8
    await test.step('checks empty fields first, then the confirmation, then the length', async () => {
      const create = page.getByRole('button', { name: 'Create Account' });
      const [first, second] = ['Password', 'Confirm Password'].map((name) => page.getByLabel(name, { exact: true }));
      if (!first || !second) throw new Error('there are two password fields');
      await expect(first).toHaveAttribute('placeholder', /minimum 8 characters/i);

      await page.getByLabel('Full Name').fill('Nora Lind');
      await first.fill('short');
      await second.fill('other');
      await create.click();
      await expect(toast(page, 'Please fill in all fields')).toBeVisible();
      await expectFieldError(page.getByLabel('Email'), 'Enter your email');
      await expect(first).not.toHaveAttribute('aria-invalid');

      await page.getByLabel('Email').fill(uniqueEmail());
      await create.click();
      await expect(toast(page, 'Passwords do not match')).toBeVisible();
      await expectFieldError(second, 'Passwords do not match');

      await second.fill('short');
      await create.click();
      await expect(toast(page, 'Password must be at least 8 characters')).toBeVisible();
      await expectFieldError(first, 'Password must be at least 8 characters');
      expect(calls.count()).toBe(0);
    });

    await emptyForm(page);
    // Rules: sign-in-10
    await test.step("shows the busy label, then opens the account's dashboard", async () => {
      await page.getByLabel('Full Name').fill('Nora Lind');
      await page.getByLabel('Email').fill(uniqueEmail());
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
      calls.release();
      await expect(toast(page, 'Account created successfully!')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora');
    });
  });

  // Rules: sign-in-11
  test('rejects an address that has an account without a reload', async ({ page, newMember, provoke }) => {
    provoke(409);
    const member = await newMember();
    await page.getByLabel('Full Name').fill('Nora Lind');
    await page.getByLabel('Email').fill(member.email.toUpperCase());
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, 'Signup failed. Please try again.')).toBeVisible();
    await expect(page).toHaveURL('/signup');
    expect(await storedSession(page)).toEqual({ token: null, user: null });
    await page.getByRole('link', { name: 'Sign in with this email' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByLabel('Email')).toHaveValue(member.email.toUpperCase());
  });
});
