import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@florin/contract';
import { factorCode } from './account-screens.ts';
import { turnOnTwoFactor } from './authenticator-app.ts';
import { expect, test } from './product.ts';
import { holdCalls, storedSession, toast } from './screen.ts';

const bar = { name: 'Main' } as const;

test.describe('without scripts', () => {
  // Rules: landing-7
  test('the landing page is complete without scripts', async ({ freshBrowser }) => {
    const page = await freshBrowser({ javaScriptEnabled: false });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Every cent, accounted for.' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(9);
    await page.getByRole('navigation', bar).getByRole('link', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL('/signup');
  });
});

// Rules: landing-8, sign-in-25
test("the landing page shows a member's navigation bar from the first paint", async ({ page, newMember, open }) => {
  const member = await newMember({ name: 'Nora Lind' });
  // The bar's own code is delayed at first.
  const gate = Promise.withResolvers<void>();
  await page.route(/\/assets\/landing-member-.*\.js$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await open(page, member, '/');
  const navigation = page.getByRole('navigation', bar);
  await expect(navigation).toHaveCount(1);
  await expect(navigation.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'My Wallets' })).toHaveAttribute('href', '/dashboard?tab=wallet');
  const letter = navigation.getByRole('button', { name: 'Account' }).locator('span');
  expect(await letter.evaluate((face) => getComputedStyle(face, '::before').content)).toBe('"N"');
  await expect(page.locator('a[href="/profile?plan=pro#plan"]')).toBeVisible();
  // A press before the code has loaded opens the menu afterwards.
  const account = navigation.getByRole('button', { name: 'Account' });
  const before = await account.boundingBox();
  await account.click();
  gate.resolve();
  await expect(page.getByRole('menu')).toContainText(member.email);
  expect(await navigation.locator('.account').boundingBox(), 'the button does not move').toEqual(before);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
});

test("a request can be paid from the landing page's bell, even with a second factor", async ({
  page,
  baseURL,
  newMember,
  open,
  provoke,
}) => {
  provoke(403);
  const member = await newMember({ confirmed: true, funds: { USD: '100.00' } });
  const hana = await newMember({ name: 'Hana Sato' });
  await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
  const { app } = await turnOnTwoFactor(baseURL ?? '', member);
  await open(page, member, '/');
  await page
    .getByRole('navigation', bar)
    .getByRole('button', { name: /^Notifications/ })
    .click();
  await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('dialog', { name: 'Pay Hana Sato' }).getByRole('button', { name: 'Pay $24.48' }).click();
  await factorCode(page).fill(app.code());
  await expect(toast(page, `Successfully sent USD 24.00 to ${hana.email}`)).toBeVisible();
});

test("the landing page shows the visitor's bar after the session ended in another tab", async ({
  page,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate(401);
  const check = await holdCalls(page, 'GET', '/auth/me');
  await open(page, await newMember(), '/');
  await expect(page.getByRole('navigation', bar).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('user');
    dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }));
  });
  check.release();
  await expect(page.getByRole('navigation', bar).getByRole('link', { name: 'Log In' })).toBeVisible();
});

// Rules: sign-in-20
test("the landing page shows the visitor's bar for an expired session without a redirect", async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(401);
  const member = await newMember();
  await member.api.call(endpoints.logout);
  await open(page, member, '/');
  await expect(page.getByRole('navigation', bar).getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedSession(page)).toEqual({ token: null, user: null });
});

test('a short network failure signs no member out on the landing page', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  await page.route('**/api/auth/me', (route) => route.abort());
  const asked = Promise.withResolvers<void>();
  await page.route('**/healthz', (route) => {
    asked.resolve();
    return route.abort();
  });
  const member = await newMember();
  await open(page, member, '/');
  await asked.promise;
  const checked = page.waitForResponse('**/api/auth/me');
  await page.unroute('**/api/auth/me');
  await page.unroute('**/healthz');
  expect((await checked).status()).toBe(200);
  await expect(page.getByRole('navigation', bar).getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect((await storedSession(page)).token).toBe(member.token);
});

test("a visitor's theme persists, and signing in elsewhere updates the navigation bar", async ({ page, newMember }) => {
  await page.goto('/');

  await test.step("the theme is chosen in the footer and persists, including the browser's own bar", async () => {
    const dark = page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' });
    await expect(dark).toHaveAttribute('aria-pressed', 'false');
    const browserBar = () =>
      page.locator('meta[name=theme-color]').evaluateAll((all: HTMLMetaElement[]) => all.map(({ content }) => content));
    expect(await browserBar()).toEqual(['#FBFAF7', '#FBFAF7']);
    await dark.click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await browserBar()).toEqual(['#151914', '#151914']);
    await expect(dark).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(dark).toHaveAttribute('aria-pressed', 'true');
    expect(await browserBar()).toEqual(['#151914', '#151914']);
  });

  await test.step("signing in in another tab shows the member's navigation bar", async () => {
    const member = await newMember();
    await expect(page.getByRole('navigation', bar).getByRole('link', { name: 'Log In' })).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/login');
    await other.getByLabel('Email').fill(member.email);
    await other.getByLabel('Password', { exact: true }).fill(member.password);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await expect(other).toHaveURL('/dashboard');
    await page.getByRole('navigation', bar).getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menu')).toContainText(member.email);
  });
});

test('the sample shows an arriving payment unless the visitor prefers reduced motion', async ({
  page,
  freshBrowser,
}) => {
  const balance = 'Product preview with sample data';
  await page.goto('/');
  const moving = await freshBrowser({ reducedMotion: 'no-preference' });
  await moving.goto('/');
  await expect(moving.getByRole('region', { name: balance })).toContainText('+$125.00 from Amara Nwosu');
  await expect(moving.getByRole('region', { name: balance })).toContainText('$45,112.63');
  await expect(page.getByRole('region', { name: balance })).toContainText('$44,987.63');
  await expect(page.getByText('from Amara Nwosu', { exact: true })).toBeHidden();
});

test('the landing page has no style attributes, event handlers or inline scripts', async () => {
  const file = fileURLToPath(new URL('../apps/web/dist/landing.html', import.meta.url));
  const html = await readFile(file, 'utf8');
  expect(html).not.toMatch(/ (style|on[a-z]+)="/);
  expect(html.match(/<script[^>]*>/g)?.every((tag) => tag.includes(' src="/'))).toBe(true);
});
