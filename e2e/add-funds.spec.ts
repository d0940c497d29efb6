import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { addCard, addFunds } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, lineOf, toast } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Add/ });
const amount = (page: Page) => dialog(page).getByLabel('Amount', { exact: true });
const submit = (page: Page) => dialog(page).locator('button[type=submit]');

async function openDialog(page: Page) {
  await page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Add Funds' }).click();
  await expect(amount(page)).toBeFocused();
}

const outcome = (page: Page, title: string) => dialog(page).getByRole('heading', { name: title, exact: true });

test('adds money from a card in several currencies', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member);

  // Rules: dashboard-18
  await test.step('a sandbox card deposit arrives immediately without a fee', async () => {
    await openDialog(page);
    await amount(page).fill('500.00');
    await dialog(page).getByRole('button', { name: 'Visa •••• 4242' }).click();
    await expect(dialog(page).getByLabel('Payment method')).toHaveValue(/.+/);
    await expect(lineOf(dialog(page), 'Fee')).toHaveText('$0.00');
    await expect(lineOf(dialog(page), 'Visa is charged')).toHaveText('$500.00');
    await expect(dialog(page)).toContainText('Between $1.00 and $25,000.00');
    await submit(page).click();
    await expect(outcome(page, '$500.00 added')).toBeVisible();
    await expect(lineOf(dialog(page), 'Before')).toHaveText('$0.00');
    await expect(lineOf(dialog(page), 'US Dollar balance')).toHaveText('$500.00');
    await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$500.00');
    await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('+$500.00');
  });

  await test.step('rejects a missing, invalid or out-of-bounds amount without a call', async () => {
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
    await page.unroute('**/api/wallets/deposits');
    await closeOver(page);
  });

  await test.step('a wallet card preselects its own currency', async () => {
    await page.getByRole('article', { name: 'Euro' }).getByRole('button', { name: 'Add Funds' }).click();
    await expect(dialog(page).getByRole('combobox', { name: 'Currency' })).toHaveValue('EUR');
    await dialog(page).getByRole('button', { name: '€100', exact: true }).click();
    await submit(page).click();
    await expect(outcome(page, '€100.00 added')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€100.00');
    const wallets = await member.api.call(endpoints.listWallets);
    expect(wallets.map(({ currency, balance_exact }) => [currency, balance_exact])).toEqual([
      ['USD', '500.00'],
      ['EUR', '100.00'],
      ['GBP', '0.00'],
    ]);
  });

  await test.step('a double click deposits once', async () => {
    const calls = await holdCalls(page, 'POST', '/wallets/deposits');
    await openDialog(page);
    await amount(page).fill('50');
    await submit(page).dblclick();
    const busy = dialog(page).getByRole('button', { name: 'Processing...' });
    await expect(busy).toBeDisabled();
    await expect(page.getByRole('dialog', { name: 'Adding $50.00' })).toContainText('Waiting for your bank');
    calls.release();
    await expect(outcome(page, '$50.00 added')).toBeVisible();
    expect(calls.count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$550.00');
    const lines = await member.api.call(endpoints.listTransactions, { query: { type: 'deposit' } });
    expect(lines.map((line) => line.amount_exact)).toEqual(['50.00', '100.00', '500.00']);
    await page.unroute('**/api/wallets/deposits');
  });

  await test.step('a deposit continues when its dialog is closed and ends with a toast', async () => {
    const calls = await holdCalls(page, 'POST', '/wallets/deposits');
    await openDialog(page);
    await amount(page).fill('50');
    await submit(page).click();
    await expect.poll(calls.count).toBe(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    calls.release();
    await expect(toast(page, 'Added $50.00 to your USD wallet')).toBeVisible();
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$600.00');
    await page.unroute('**/api/wallets/deposits');
  });
});

// Rules: dashboard-19
test('a bank deposit is listed as pending until it arrives', async ({ page, newMember, open }) => {
  await open(page, await newMember({ funds: { USD: '10.00' } }));
  const card = page.getByRole('article', { name: 'US Dollar' });
  const newest = page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem').first();
  await openDialog(page);
  await dialog(page).getByRole('button', { name: 'Add a sandbox card or bank account' }).click();
  await dialog(page).getByRole('button', { name: 'Sandbox Bank •••• 6789' }).click();
  await expect(dialog(page).getByLabel('Payment method').locator('option:checked')).toHaveText(/^Sandbox Bank/);
  await amount(page).fill('250');
  await expect(lineOf(dialog(page), 'Sandbox Bank sends')).toHaveText('$250.00');
  await submit(page).click();
  await expect(outcome(page, '$250.00 is on its way')).toBeVisible();
  await expect(dialog(page).getByRole('listitem')).toContainText([
    'Requested',
    'Waiting for your bank',
    'In your US Dollar wallet',
  ]);
  await expect(outcome(page, '$250.00 added')).toBeVisible();
  await expect(lineOf(dialog(page), 'US Dollar balance')).toHaveText('$260.00');
  await page.keyboard.press('Escape');
  await expect(card).toContainText('$260.00');

  await openDialog(page);
  await dialog(page).getByLabel('Payment method').selectOption({ label: 'Sandbox Bank •••• 6789' });
  await amount(page).fill('20.44');
  await submit(page).click();
  await expect(outcome(page, '$20.44 is on its way')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(newest).toContainText('Pending');
  await expect(newest).toContainText('+$20.44');
  await expect(card).toContainText('$260.00');
});

test('a failed bank deposit shows the reason, and the history lists it as returned', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember();
  await addCard(member.api, 'tok_bank');
  await open(page, member);
  await openDialog(page);
  await amount(page).fill('30.13');
  await submit(page).click();
  await expect(outcome(page, '$30.13 did not arrive')).toBeVisible();
  await expect(dialog(page)).toContainText('Your bank couldn’t find this account.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toContainText('Returned');
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$0.00');
});

test('shows a declined card and adds nothing', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember();
  await addCard(member.api, 'tok_declined');
  await open(page, member);
  await openDialog(page);
  await amount(page).fill('20.00');
  await submit(page).click();
  await expect(outcome(page, 'Visa •••• 0002 was declined')).toBeVisible();
  await expect(dialog(page)).toContainText('Visa •••• 0002 was declined. Nothing was charged');
  await expect(lineOf(dialog(page), 'Attempted')).toHaveText('$20.00');
  await expect(lineOf(dialog(page), 'Charged')).toHaveText('$0.00');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(
    page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Add Funds' }),
  ).toBeFocused();
  expect(await member.api.call(endpoints.listTransactions, { query: {} })).toEqual([]);
});

test('does not charge again after a lost response', async ({ page, newMember, open, provoke }) => {
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
  await expect(outcome(page, '$50.00 added')).toBeVisible();
  await addFunds(member, { USD: '1.00' });
  const lines = await member.api.call(endpoints.listTransactions, { query: {} });
  expect(lines.map((line) => line.amount_exact)).toEqual(['1.00', '50.00', '10.00']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the deposit dialog opens from the bottom of a phone with all parts in view', async ({
    page,
    newMember,
    open,
  }) => {
    await open(page, await newMember({ funds: { USD: '10.00' } }));
    await openDialog(page);
    await amount(page).fill('25');
    const box = await dialog(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width: 390 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844);
    await expect(submit(page)).toBeInViewport();
    await submit(page).click();
    await expect(outcome(page, '$25.00 added')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeInViewport();
  });
});
