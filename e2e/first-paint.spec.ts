import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

const bar = (page: Page) => page.locator('body > .frame .nav');

/** The document and its styles come, and nothing of the app's script is done. */
const withoutScripts = (page: Page) =>
  page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));

test('a member sees the bar before any script has come, where the app puts its own', async ({
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

test('a visitor does not: which bar will be theirs is not known', async ({ page }) => {
  await withoutScripts(page);
  await page.goto('/nowhere');
  await expect(page.locator('body > .frame')).toBeHidden();
});
