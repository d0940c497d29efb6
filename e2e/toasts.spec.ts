import type { Locator } from '@playwright/test';
import { factorCode, signIn } from './account-screens.ts';
import { turnOnTwoFactor } from './authenticator-app.ts';
import { closeOver } from './back.ts';
import { navigate } from './navigate.ts';
import { send, uniqueEmail } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

/** Expects nothing to cover the element at its left, middle and right. */
async function expectFree(needed: Locator) {
  const covered = () =>
    needed.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [0.05, 0.5, 0.95].filter((part) => {
        const onTop = document.elementFromPoint(left + width * part, top + height / 2);
        return onTop === null || !(element.contains(onTop) || onTop.contains(element));
      });
    });
  await expect.poll(covered, { message: `nothing lies on ${String(needed)}` }).toEqual([]);
}

test('toasts cover no important element on a phone and a desktop', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '100.00' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, member, '/send');

  for (const width of [390, 1280])
    await test.step(`a toast covers neither title, account menu nor a drawer's amount at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      const lea = await newMember({ name: 'Léa Moreau' });
      await page.getByLabel('Recipient email').fill(lea.email);
      await page.getByLabel('Amount').fill('10');
      await page.getByRole('main').locator('button[type=submit]').click();
      const sent = toast(page, /^Successfully sent/);
      await expect(sent).toBeVisible();
      await sent.hover(); // a hovered toast stays
      await expectFree(page.getByRole('heading', { level: 1 }));
      const account = page.getByRole('button', { name: 'Account', exact: true });
      await expectFree(account);
      await account.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      for (const item of await page.getByRole('menuitem').all()) await expectFree(item);
      await expect(sent).toBeVisible();

      const held = await send(member, { email: uniqueEmail('nina') }, '25.00');
      await page.goto(`/transactions?id=${held.id}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('button', { name: 'Cancel send' }).click();
      await drawer.getByRole('button', { name: 'Cancel send' }).click();
      await expect(toast(page, 'Send canceled')).toBeVisible();
      await expectFree(drawer.locator('s'));
      await expect(toast(page, 'Send canceled')).toBeVisible();
      await closeOver(page);
      await navigate(page, '/send');
    });
});

test("toasts do not cover the second factor's field on a phone and a desktop", async ({
  page,
  baseURL,
  newMember,
  provoke,
}) => {
  provoke(403, 422);
  const member = await newMember();
  await turnOnTwoFactor(baseURL ?? '', member);
  await page.setViewportSize({ width: 390, height: 844 });

  for (const width of [390, 1280])
    await test.step(`a toast does not cover the second factor's field at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, member, member.password);
      await factorCode(page).fill('000000');
      await expect(toast(page, 'Login failed. Please try again.')).toBeVisible();
      await expectFree(factorCode(page));
    });
});
