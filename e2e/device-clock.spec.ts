import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';

const hourMs = 60 * 60 * 1000;
const clocks = [
  ['three hours ahead', 3 * hourMs],
  ['two days behind', -48 * hourMs],
  ['400 days ahead', 400 * 24 * hourMs],
] as const;

async function expectNothingOld(page: Page) {
  await expect(page.locator('body')).not.toContainText(/(hour|day|month|year)s? ago|Expired/);
}

for (const [words, offMs] of clocks)
  test(`ages and deadlines use the server's clock when the device's clock is ${words}`, async ({
    page,
    newMember,
    open,
  }) => {
    const member = await newMember({ funds: { USD: '50.00' } });
    const hana = await newMember({ name: 'Hana Sato' });
    await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
    await member.api.call(endpoints.requestMoney, { body: { amount: '7.00' } });
    await page.clock.install({ time: Date.now() + offMs });

    await open(page, member);
    await expect(page.getByRole('main')).toContainText('Hana Sato');
    await expectNothingOld(page);
    await page.goto('/receive');
    await expect(page.getByRole('region', { name: 'Open requests' })).toContainText('30 days left');
    await expectNothingOld(page);
    await page.goto('/transactions');
    await expect(page.getByRole('main')).toContainText('Today');
    await expectNothingOld(page);
    await page.goto('/buy-crypto?coin=BTC');
    await page.getByLabel('Amount', { exact: true }).fill('10');
    await expect(page.getByRole('form', { name: 'Buy Bitcoin' })).toContainText(/Price held for 00:[012]\d/);
    await expectNothingOld(page);
    await page.goto('/profile');
    await expect(page.getByText('This device')).toBeVisible();
    await expectNothingOld(page);
  });
