import { endpoints } from '@florin/contract';
import type { Page, Request } from '@playwright/test';
import { expectNothingOver } from './back.ts';
import { navigate } from './navigate.ts';
import { clientOf, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { storedSession } from './screen.ts';

async function signIn(page: Page, { email, password }: Member) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

for (const path of ['/crypto/ETH', '/transactions?type=send', '/dashboard?tab=converter'])
  test(`a visitor of ${path} returns there after signing in`, async ({ page, newMember }) => {
    const member = await newMember();
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await signIn(page, member);
    await expect(page).toHaveURL(path);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
  });

test('typed text survives an expired session without being sent', async ({ page, newMember, open, guard }) => {
  guard.tolerate(401);
  const member = await newMember({ funds: { USD: '50.00' } });
  await open(page, member, '/send');
  let token = member.token;
  /** Ends the session; the event stream notices the end. */
  const endSession = async () => {
    await clientOf(new URL(page.url()).origin, token).call(endpoints.logout);
    await expect(page).toHaveURL('/login', { timeout: 30_000 });
  };

  await test.step('a payment form survives an expired session and sends nothing', async () => {
    await page.getByLabel('Recipient email').fill('jonas.weber@florin.example');
    await page.getByLabel('Amount', { exact: true }).fill('12.50');
    await page.getByLabel('Note').fill('Museum');
    await endSession();
    const sent: string[] = [];
    const note = (request: Request) => request.url().includes('/transactions/send') && sent.push(request.method());
    page.on('request', note);
    await signIn(page, member);
    await expect(page).toHaveURL('/send');
    await expect(page.getByLabel('Recipient email')).toHaveValue('jonas.weber@florin.example');
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.50');
    await expect(page.getByLabel('Note')).toHaveValue('Museum');
    expect(sent).toEqual([]);
    page.off('request', note);
    token = (await storedSession(page)).token ?? '';
  });

  await test.step('money dialogs and the profile keep typed text over an expired session and send nothing', async () => {
    await navigate(page, '/dashboard');
    const usd = page.getByRole('article', { name: 'US Dollar' });
    const amount = page.getByRole('dialog').getByLabel(/^Amount$|^From US Dollar$/);
    const sent: string[] = [];
    page.on('request', (request) => /wallets|auth\/me/.test(request.url()) && sent.push(request.method()));
    const signInAgain = async () => {
      await endSession();
      await signIn(page, member);
      await expect(page).not.toHaveURL('/login');
      token = (await storedSession(page)).token ?? '';
    };
    for (const action of ['Add Funds', 'Withdraw', 'Exchange']) {
      await usd.getByRole('button', { name: action }).click();
      await amount.fill('12.34');
      await signInAgain();
      await usd.getByRole('button', { name: action }).click();
      await expect(amount, action).toHaveValue('12.34');
      await page.keyboard.press('Escape');
      await usd.getByRole('button', { name: action }).click();
      await expect(amount, `${action}, opened again`).toHaveValue('');
      await page.keyboard.press('Escape');
    }
    await expectNothingOver(page);
    await navigate(page, '/profile');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Phone Number').fill('+351 912 345 678');
    await signInAgain();
    await expect(page.getByLabel('Phone Number')).toHaveValue('+351 912 345 678');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  });
});
