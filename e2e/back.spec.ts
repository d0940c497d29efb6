import type { Page } from '@playwright/test';
import { memberScreens, memberWithAll } from './member-screens.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';

// The browser's Back closes what lies over a page first, whatever it is and however it was opened.

const over = (page: Page) => page.getByRole('dialog');
const placeOf = (page: Page) => new URL(page.url()).pathname;

/** Nothing lies over the screens for trading. */
const withDialogs = Object.entries(memberScreens).filter(([group]) => group !== 'screens for trading');

for (const width of [1280, 390])
  for (const [group, screens] of withDialogs)
    test(`Back closes each dialog first, ${width} px wide: ${group}`, async ({ page, newMember, open }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 900 });
      await open(page, await memberWithAll(newMember));
      let closed = 0;
      for (const { name, path, ready } of screens)
        await test.step(name, async () => {
          await page.goto(path);
          await ready(page);
          if ((await over(page).count()) === 0) return;
          closed++;
          const place = placeOf(page);
          await page.goBack();
          await expect(over(page), `${name}: closed`).toHaveCount(0);
          expect(placeOf(page), `${name}: the page stays`).toBe(place);
          await page.goForward();
          await expect(over(page), `${name}: not opened again`).toHaveCount(0);
          expect(placeOf(page), `${name}: nowhere to go`).toBe(place);
        });
      expect(closed, 'dialogs that were closed').toBeGreaterThan(0);
    });

test('a dialog that was closed by hand leaves no step behind, nor does one that was open at a reload', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember({ funds: { USD: '20.00' } }), '/receive');
  await page.getByRole('link', { name: 'Florin' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  const addFunds = page.getByRole('button', { name: 'Add Funds' }).first();
  await addFunds.click();
  await expect(over(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(over(page)).toHaveCount(0);
  await addFunds.click();
  await expect(over(page)).toBeVisible();
  await page.reload();
  await expect(addFunds).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/receive');
});

test('a page that was left from a dialog is one step back', async ({ page, newMember, open }) => {
  const member = await memberWithAll(newMember);
  await open(page, member, '/dashboard');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await over(page).getByRole('link', { name: 'All notifications' }).click();
  await expect(page).toHaveURL('/notifications');
  await expect(over(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(over(page)).toHaveCount(0);
});

test('a session that ends under an open dialog leads to the sign-in page', async ({ page, newMember, open, guard }) => {
  guard.tolerate(401);
  await open(page, await newMember(), '/receive');
  const elsewhere = await page.context().newPage();
  await elsewhere.goto('/profile');
  await page.getByRole('link', { name: 'Florin' }).first().click();
  await page.getByRole('button', { name: 'Add Funds' }).first().click();
  await expect(over(page)).toBeVisible();
  await elsewhere.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('Back closes the drawer of a member that an operator looks at', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  const users = page.getByRole('region', { name: 'Users' });
  await users.getByRole('table').getByRole('button').first().click();
  await expect(over(page)).toBeVisible();
  await page.goBack();
  await expect(over(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/operations/);
});
