import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { addCard, addFunds } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, lineOf, toast } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Funds' });
const amount = (page: Page) => dialog(page).getByLabel('Amount', { exact: true });
const submit = (page: Page) => dialog(page).locator('button[type=submit]');

async function openDialog(page: Page) {
  await page.getByRole('region', { name: 'Quick Actions' }).getByRole('button', { name: 'Add Funds' }).click();
  await expect(amount(page)).toBeFocused();
}

test('money comes from a sandbox card at once and without a fee', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member);
  await openDialog(page);
  await amount(page).fill('500.00');
  await dialog(page).getByRole('button', { name: 'Visa •••• 4242' }).click();
  await expect(dialog(page).getByLabel('Payment method')).toHaveValue(/.+/);
  await expect(lineOf(dialog(page), 'Fee')).toHaveText('$0.00');
  await expect(lineOf(dialog(page), 'Visa is charged')).toHaveText('$500.00');
  await expect(dialog(page)).toContainText('Between $1.00 and $25,000.00');
  await submit(page).click();
  await expect(toast(page, 'Added $500.00 to your USD wallet')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$500.00');
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('+$500.00');
});

test('a wallet card adds to its own currency', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '10.00' } });
  await open(page, member);
  await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Add Funds' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
  await dialog(page).getByRole('button', { name: '€100', exact: true }).click();
  await submit(page).click();
  await expect(toast(page, 'Added €100.00 to your EUR wallet')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€100.00');
  const wallets = await member.api.call(endpoints.listWallets);
  expect(wallets.map(({ currency, balance_exact }) => [currency, balance_exact])).toEqual([
    ['USD', '10.00'],
    ['EUR', '100.00'],
    ['GBP', '0.00'],
  ]);
});

test('an amount that is missing, not one, or out of bounds is refused before the card is asked', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember({ funds: { USD: '10.00' } }));
  const calls = await holdCalls(page, 'POST', '/wallets/deposits');
  await openDialog(page);
  for (const [typed, sentence] of [
    ['', 'Please enter an amount'],
    ['0', 'Amount must be greater than 0'],
    ['1.005', 'An amount in USD has at most 2 decimals'],
    ['0.99', 'Add between $1.00 and $25,000.00 at a time.'],
    ['25000.01', 'Add between $1.00 and $25,000.00 at a time.'],
  ] as const) {
    await amount(page).fill(typed);
    await submit(page).click();
    await expectFieldError(amount(page), sentence);
    await expect(amount(page)).toBeFocused();
  }
  expect(calls.count()).toBe(0);
});

test('a card that is declined is said, and nothing is added', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember();
  await addCard(member.api, 'tok_declined');
  await open(page, member);
  await openDialog(page);
  await amount(page).fill('20.00');
  await submit(page).click();
  await expect(dialog(page)).toContainText('Visa •••• 0002 was declined. Nothing was charged');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Funds' }).first()).toBeFocused();
  expect(await member.api.call(endpoints.listTransactions, { query: {} })).toEqual([]);
});

test('a double click pays once', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '10.00' } });
  await open(page, member);
  const calls = await holdCalls(page, 'POST', '/wallets/deposits');
  await openDialog(page);
  await amount(page).fill('50');
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Processing...');
  await expect(submit(page)).toBeDisabled();
  calls.letGo();
  await expect(toast(page, 'Added $50.00 to your USD wallet')).toBeVisible();
  expect(calls.count()).toBe(1);
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$60.00');
  const lines = await member.api.call(endpoints.listTransactions, { query: { type: 'deposit' } });
  expect(lines.map((line) => line.amount_exact)).toEqual(['50.00', '10.00']);
});

test('a deposit whose answer was lost is not charged again', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  const member = await newMember({ funds: { USD: '10.00' } });
  await open(page, member);
  await page.route('**/api/wallets/deposits', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openDialog(page);
  await amount(page).fill('50');
  await submit(page).click();
  await expect(dialog(page)).toContainText('you will not be charged twice');
  await page.unroute('**/api/wallets/deposits');
  await submit(page).click();
  await expect(toast(page, 'Added $50.00 to your USD wallet')).toBeVisible();
  await addFunds(member, { USD: '1.00' });
  const lines = await member.api.call(endpoints.listTransactions, { query: {} });
  expect(lines.map((line) => line.amount_exact)).toEqual(['1.00', '50.00', '10.00']);
});
