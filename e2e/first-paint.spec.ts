import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

const bar = (page: Page) => page.locator('body > .frame .navigation');

/** Loads the document and its styles, but not the app's script. */
const withoutScripts = (page: Page) =>
  page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));

test('a member sees the navigation bar before any script loads, at its final position', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember());
  const own = page.getByRole('navigation', { name: 'Main' });
  const places = await Promise.all([own, own.locator('.logo')].map((one) => one.boundingBox()));
  await expect(bar(page)).toHaveCount(0);
  await withoutScripts(page);
  await page.goto('/transactions');
  await expect(bar(page)).toBeVisible();
  expect(await Promise.all([bar(page), bar(page).locator('.logo')].map((one) => one.boundingBox()))).toEqual(places);
  await page.goto('/pay/jo@example.com');
  await expect(bar(page)).toBeHidden();
});

test('a visitor sees no navigation bar before the scripts load, because the kind of bar is unknown', async ({
  page,
}) => {
  await withoutScripts(page);
  await page.goto('/nowhere');
  await expect(page.locator('body > .frame')).toBeHidden();
});

test('the dashboard shows the balance before the app loads, at its final position', async ({
  freshBrowser,
  newMember,
  open,
}) => {
  const page = await freshBrowser();
  await open(page, await newMember({ funds: { USD: '300.00' }, coins: { BTC: '50.00' } }));
  const figure = page.getByRole('region', { name: 'Balances' }).locator('.figure-hero');
  await expect(figure).toHaveText(/^\$\d{3}\.\d\d$/);
  const places = await Promise.all([figure, page.getByRole('heading', { level: 1 })].map((one) => one.boundingBox()));
  const fresh = await page.context().newPage();
  await withoutScripts(fresh);
  await fresh.goto('/dashboard');
  const first = fresh.locator('body > .frame > .dashboard');
  await expect(first.locator('.figure-hero')).toHaveText(/^\$\d{3}\.\d\d$/);
  expect(await Promise.all(['.figure-hero', 'h1'].map((at) => first.locator(at).boundingBox()))).toEqual(places);
});

test('the app starts without the balance when its answer is late', async ({ page, newMember, open }) => {
  await page.route('**/api/wallets', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await open(page, await newMember({ funds: { USD: '300.00' } }));
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
  await expect(page.locator('body > .frame')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Balances' }).locator('.figure-hero')).toHaveText('$300.00');
});
