import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import type { Member } from './members.ts';
import { expect, test } from './product.ts';

async function signIn(page: Page, { email, password }: Member) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

for (const path of ['/crypto/ETH', '/transactions?type=send', '/dashboard?tab=converter'])
  test(`a visitor who opens ${path} is there after signing in`, async ({ page, newMember }) => {
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

test('a session that ends while a payment is filled in is gone on with, and nothing is sent by that', async ({
  page,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate(401);
  const member = await newMember({ funds: { USD: '50.00' } });
  await open(page, member, '/send');
  await page.getByLabel('Recipient email').fill('jonas.weber@florin.example');
  await page.getByLabel('Amount', { exact: true }).fill('12.50');
  await page.getByLabel('Note').fill('Museum');
  await member.api.call(endpoints.logout); // its stream hears of it
  await expect(page).toHaveURL('/login', { timeout: 30_000 });
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/transactions/send') && sent.push(request.method()));
  await signIn(page, member);
  await expect(page).toHaveURL('/send');
  await expect(page.getByLabel('Recipient email')).toHaveValue('jonas.weber@florin.example');
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.50');
  await expect(page.getByLabel('Note')).toHaveValue('Museum');
  expect(sent).toEqual([]);
});
