import { endpoints } from '@florin/contract';
import { goBackFromOver, over } from './back.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';

// Tests of Back with dialogs. every-screen.spec.ts tests that Back closes each dialog.

test('dialogs add and remove their own history steps', async ({ page, newMember, open }) => {
  const [member, hana] = [await newMember({ funds: { USD: '20.00' } }), await newMember({ name: 'Hana Sato' })];
  await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
  await open(page, member, '/receive');
  await page.getByRole('link', { name: 'Florin' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  const addFunds = page.getByRole('button', { name: 'Add Funds' }).first();
  await expect(addFunds).toBeVisible(); // a dialog opened before the screen is complete would close again

  await test.step('a page that was left from a dialog is one step back', async () => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await over(page).getByRole('link', { name: 'All notifications' }).click();
    await expect(page).toHaveURL('/notifications');
    await expect(over(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/dashboard');
    await expect(over(page)).toHaveCount(0);
  });

  await test.step('a dialog that was closed by hand, or open at a reload, leaves no history step', async () => {
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
});

test('a session that ends under an open dialog shows the sign-in page', async ({ page, newMember, open, guard }) => {
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

test('Back closes the drawer of a member in the operator area', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  const users = page.getByRole('region', { name: 'Users' });
  await users.getByRole('table').getByRole('button').first().click();
  await expect(over(page)).toBeVisible();
  await goBackFromOver(page);
  await expect(over(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/operations/);
});
