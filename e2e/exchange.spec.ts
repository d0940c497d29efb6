import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver, expectNothingOver } from './back.ts';
import { shown } from './figures.ts';
import type { Member } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, lineOf } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Exchange' });
const amount = (page: Page) => dialog(page).getByRole('textbox', { name: /^From/ });
const submit = (page: Page) => dialog(page).locator('button[type=submit]');
const card = (page: Page, name: string) => page.getByRole('article', { name });
const held = (page: Page) => dialog(page).getByText(/^Rate held for 00:\d\d$/);
const done = (page: Page) => dialog(page).getByRole('heading', { name: /in your .* wallet$/ });

async function openDialog(page: Page, name = 'US Dollar') {
  await card(page, name).getByRole('button', { name: 'Exchange' }).click();
  await expect(amount(page)).toBeFocused();
}

async function closeDialog(page: Page) {
  await closeOver(page);
}

const balances = async ({ api }: Member) =>
  Object.fromEntries(
    (await api.call(endpoints.listWallets)).map((wallet) => [wallet.currency, wallet.available_exact]),
  );

test('an exchange checks amounts, offers currencies and moves money', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '1000.00', EUR: '100.00', GBP: '412.06' } });
  await open(page, member);

  await test.step('rejects an invalid amount without asking for a rate', async () => {
    const quotes = await holdCalls(page, 'POST', '/quotes');
    await openDialog(page);
    for (const [typed, sentence] of [
      ['', 'Please enter an amount'],
      ['0', 'Amount must be greater than 0'],
      ['1.005', 'An amount in USD has at most 2 decimals'],
    ] as const) {
      await amount(page).fill(typed);
      await page.keyboard.press('Enter');
      await expectFieldError(amount(page), sentence);
    }
    expect(quotes.count()).toBe(0);
    await page.unroute('**/api/quotes');
    await closeDialog(page);
  });

  await test.step("selects a target, swaps the wallets and shows each pair's rate", async () => {
    await openDialog(page);
    await dialog(page).getByLabel('To currency').selectOption('GBP');
    await amount(page).fill('100');
    await expect(dialog(page)).toContainText(/1 USD = \d\.\d{4} GBP/);
    await dialog(page).getByRole('button', { name: 'Swap the two wallets' }).click();
    await expect(dialog(page).getByLabel('From British Pound')).toHaveValue('100');
    await expect(dialog(page)).toContainText(/1 GBP = \d\.\d{4} USD/);
    await expect(submit(page)).toHaveText('Exchange £100.50');
    await closeDialog(page);
  });

  // Rules: dashboard-21
  await test.step('exchanges at the held rate with the fee in the total', async () => {
    await openDialog(page);
    await amount(page).fill('500');
    await expect(held(page)).toBeVisible();
    await expect(dialog(page)).toContainText(/Mid rate 1 USD = \d\.\d{4} EUR/);
    await expect(lineOf(dialog(page), 'Exchanged')).toHaveText('$500.00');
    await expect(lineOf(dialog(page), 'Fee (0.5%)')).toHaveText('$2.50');
    await expect(lineOf(dialog(page), 'Total')).toHaveText('$502.50');
    const received = await dialog(page).getByLabel('To Euro', { exact: true }).innerText();
    await submit(page).click();
    await expect(done(page)).toHaveText(`€${received} in your Euro wallet`);
    const after = await balances(member);
    expect(after['USD']).toBe('497.50');
    await expect(lineOf(dialog(page), 'US Dollar')).toHaveText('$497.50');
    await expect(lineOf(dialog(page), 'Euro')).toHaveText(shown('EUR', after['EUR'] ?? ''));
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expectNothingOver(page);
    await expect(card(page, 'Euro')).toContainText(shown('EUR', after['EUR'] ?? ''));
    const recent = page.getByRole('region', { name: 'Recent Transactions' });
    await expect(recent).toContainText('−$502.50');
    await expect(recent).toContainText(`+€${received}`);
  });

  await test.step('reports an insufficient balance and offers the whole wallet', async () => {
    await openDialog(page, 'British Pound');
    await amount(page).fill('500');
    await expectFieldError(amount(page), 'Your British Pound wallet is short by £90.44.');
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
    await dialog(page).getByRole('button', { name: 'Use £410.00' }).click();
    await expect(amount(page)).toHaveValue('410.00');
    await expect(held(page)).toBeVisible();
    await submit(page).click();
    await expect(done(page)).toBeVisible();
    expect((await balances(member))['GBP']).toBe('0.01');
  });
});

test('a rate that was used elsewhere has expired and can be renewed', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember({ funds: { USD: '100.00' } });
  await open(page, member);
  await openDialog(page);
  const quoted = page.waitForResponse('**/api/quotes');
  await amount(page).fill('10');
  const { id } = await (await quoted).json();
  await expect(held(page)).toBeVisible();
  await member.api.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '10', quote_id: id } });
  await submit(page).click();
  await expect(dialog(page)).toContainText('This rate has expired.');
  await dialog(page).getByRole('button', { name: 'Get a new rate' }).click();
  await expect(held(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Exchange $10.05' }).click();
  await expect(done(page)).toBeVisible();
  expect((await balances(member))['USD']).toBe('79.90');
});

test('a lost response and a double click exchange once', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  const member = await newMember({ funds: { USD: '100.00' } });
  await open(page, member);
  await page.route('**/api/wallets/exchanges', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openDialog(page);
  await amount(page).fill('10');
  await expect(held(page)).toBeVisible();
  await submit(page).dblclick();
  await expect(dialog(page)).toContainText('it will not be exchanged twice');
  await page.unroute('**/api/wallets/exchanges');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(done(page)).toBeVisible();
  expect((await balances(member))['USD']).toBe('89.95');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('an exchange on a phone needs no pointer and no scrolling', async ({ page, newMember, open }) => {
    await open(page, await newMember({ funds: { USD: '100.00' } }));
    await card(page, 'US Dollar').getByRole('button', { name: 'Exchange' }).focus();
    await page.keyboard.press('Enter');
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('10');
    await expect(held(page)).toBeVisible();
    await expect(submit(page)).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(done(page)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, 'US Dollar').getByRole('button', { name: 'Exchange' })).toBeFocused();
  });
});
