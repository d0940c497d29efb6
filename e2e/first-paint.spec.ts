import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

const bar = (page: Page) => page.locator('body > .frame .nav');

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
