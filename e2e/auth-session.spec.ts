import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { failCalls, holdCalls, markDocument, storedSession } from './screen.ts';

const memberScreens = [
  '/dashboard',
  '/send',
  '/receive',
  '/buy-crypto',
  '/sell-crypto',
  '/transactions',
  '/kyc',
  '/profile',
];

async function expectSignedOut(page: Page) {
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await storedSession(page)).toEqual({ token: null, user: null });
}

// Rules: sign-in-1
test('redirects a signed-out visitor from every member screen to the login', async ({ page }) => {
  for (const path of memberScreens) {
    await page.goto(path);
    await expectSignedOut(page);
  }
});

test("a signed-in visitor sees the server's user data and no login page", async ({ page, newMember, open }) => {
  const member = await newMember();

  // Rules: sign-in-14, security-16
  await test.step("replaces the stored user with the server's", async () => {
    await open(page, { ...member, user: { ...member.user, name: 'Somebody Else' } });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora');
    await expect.poll(async () => (await storedSession(page)).user).toContain(member.name);
  });

  // Rules: sign-in-2
  await test.step('redirects a signed-in visitor from login and sign-up to the dashboard', async () => {
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
  });
});

test('logging out ends the session in every tab', async ({ page, newMember, open, guard }) => {
  guard.tolerate(401);
  const member = await newMember();
  await open(page, member);
  const other = await page.context().newPage();
  await other.goto('/transactions');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nora');
  await expect(other.getByRole('heading', { level: 1, name: 'Transaction History' })).toBeVisible();

  // Rules: sign-in-22
  await test.step('the account menu shows the member and logs out', async () => {
    const account = page.getByRole('button', { name: 'Account' });
    await expect(account).toHaveText('N');
    await account.click();
    const menu = page.getByRole('menu');
    await expect(menu).toContainText(member.name);
    await expect(menu).toContainText(member.email);
    await menu.getByRole('menuitem', { name: 'Log out' }).click();
    await expectSignedOut(page);
    await expect.poll(() => member.api.call(endpoints.me).catch((error: Error) => error.message)).toMatch(/sign in/);
  });

  // Rules: security-18
  await test.step('logging out in one tab logs out the other', () => expectSignedOut(other));

  await test.step('going back after a logout does not sign in again', async () => {
    await page.goBack();
    await expectSignedOut(page);
  });
});

// Rules: sign-in-18
test('a session that ended elsewhere loads the login page at the next call', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(401);
  const member = await newMember();
  // The test holds these calls. Otherwise the event stream or the check of the proof could end the session first.
  for (const path of ['/events', '/proof']) await holdCalls(page, 'GET', path);
  await open(page, member);
  await expect(page.getByText('No transactions yet')).toBeVisible();
  const document = await markDocument(page);
  await member.api.call(endpoints.logout);
  await page.getByRole('link', { name: 'Send Money' }).click();
  await expectSignedOut(page);
  await document.expectReplaced();
});

test('a stored session that the server does not know ends at startup', async ({ page, newMember, open, provoke }) => {
  provoke(401);
  const member = await newMember();
  await member.api.call(endpoints.logout);
  await open(page, member, '/transactions');
  await expectSignedOut(page);
});

// Rules: sign-in-16
test('a stored session ends at startup when the check fails for another reason', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(503);
  const member = await newMember();
  await failCalls(page, '/auth/me');
  await open(page, member, '/send');
  await expectSignedOut(page);
});

test('leaving a page during the startup check keeps the session', async ({ page, newMember, open }) => {
  const check = await holdCalls(page, 'GET', '/auth/me');
  await open(page, await newMember(), '/transactions');
  await expect.poll(check.count).toBe(1);
  await page.goto('/send');
  await expect.poll(check.count).toBe(2);
  check.release();
  await expect(page.getByRole('button', { name: 'Account' })).toHaveText('N');
  await expect(page).toHaveURL('/send');
});
