import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { readQr } from './read-qr.ts';
import { expectFieldError, failCalls, holdCalls, lineOf, toast } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Funds' });
const wallet = (page: Page, name: string) => page.getByRole('article', { name });
// Finds the field by role, because the hidden card deposit also has an amount.
const amount = (page: Page) => dialog(page).getByRole('textbox', { name: 'Amount' });
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Simulate transfer' });
const outcome = (page: Page, title: string) => dialog(page).getByRole('heading', { name: title, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function openTransfer(page: Page, name: string) {
  await wallet(page, name).getByRole('button', { name: 'Add Funds' }).click();
  await dialog(page).getByRole('button', { name: 'Bank transfer' }).click();
}

test('shows the bank account with the reference, and adds a simulated transfer', async ({ page, newMember, open }) => {
  const member = await newMember();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, member);
  const instructions = await member.api.call(endpoints.getFundingInstructions);
  const euros = instructions.find(({ currency }) => currency === 'EUR');
  if (!euros) throw new Error('the sandbox has no euro account');

  await test.step('the account, the reference and the QR code are those of the wallet’s currency', async () => {
    await openTransfer(page, 'Euro');
    await expect(lineOf(dialog(page), 'Account holder')).toContainText(euros.holder);
    for (const { label, value } of euros.account) await expect(lineOf(dialog(page), label)).toContainText(value);
    await expect(lineOf(dialog(page), 'Payment reference')).toContainText(euros.reference_printed);
    const code = dialog(page).getByRole('img', { name: 'QR code of the bank account and your reference' });
    expect(await readQr(page, await code.screenshot())).toBe(euros.qr);
    await page.keyboard.press('Escape');

    await openTransfer(page, 'British Pound');
    await expect(lineOf(dialog(page), 'Sort code')).toContainText('04-00-04');
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('IBAN and reference are copied without blanks', async () => {
    await openTransfer(page, 'Euro');
    await dialog(page).getByRole('button', { name: 'Copy IBAN' }).click();
    await expect(toast(page, 'Copied to clipboard!')).toBeVisible();
    await expect.poll(() => copied(page)).toBe(euros.account[0]?.value.replaceAll(' ', ''));
    await dialog(page).getByRole('button', { name: 'Copy reference' }).click();
    await expect.poll(() => copied(page)).toBe(euros.reference);
    await expect(dialog(page).getByRole('button', { name: 'Copied reference' })).toBeVisible();
  });

  await test.step('an amount out of bounds is rejected without a call', async () => {
    const calls = await holdCalls(page, 'POST', '/sandbox/bank-transfers');
    await amount(page).fill('0.99');
    await submit(page).click();
    await expectFieldError(amount(page), 'Add between €1.00 and €25,000.00 at a time.');
    expect(calls.count()).toBe(0);
    await page.unroute('**/api/sandbox/bank-transfers');
  });

  await test.step('a double click transfers once, and the balance follows', async () => {
    const calls = await holdCalls(page, 'POST', '/sandbox/bank-transfers');
    await amount(page).fill('25');
    await submit(page).dblclick();
    await expect(dialog(page).getByRole('button', { name: 'Processing...' })).toBeDisabled();
    calls.release();
    await expect(outcome(page, '€25.00 added')).toBeVisible();
    expect(calls.count()).toBe(1);
    await expect(lineOf(dialog(page), 'Before')).toHaveText('€0.00');
    await expect(lineOf(dialog(page), 'Euro balance')).toHaveText('€25.00');
    await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(wallet(page, 'Euro')).toContainText('€25.00');
    await page.unroute('**/api/sandbox/bank-transfers');
  });

  await test.step('the history names the payer and the payment method', async () => {
    await page.getByRole('region', { name: 'Recent Transactions' }).getByText('Added by bank transfer').click();
    const drawer = page.getByRole('dialog', { name: 'Added by bank transfer from Nora Lind' });
    await expect(lineOf(drawer, 'Payment method')).toHaveText('Bank transfer');
    await expect(lineOf(drawer, 'Added')).toHaveText('€25.00');
    const download = page.waitForEvent('download');
    await drawer.getByRole('button', { name: 'Download receipt' }).click();
    expect((await download).suggestedFilename()).toMatch(/^florin-receipt-.+\.pdf$/);
  });
});

test('does not add a simulated transfer again after a lost response', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  const member = await newMember();
  await open(page, member);
  await page.route('**/api/sandbox/bank-transfers', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openTransfer(page, 'US Dollar');
  await amount(page).fill('50');
  await submit(page).click();
  await expect(dialog(page)).toContainText('the money will not be added twice');
  await page.unroute('**/api/sandbox/bank-transfers');
  await submit(page).click();
  await expect(outcome(page, '$50.00 added')).toBeVisible();
  const lines = await member.api.call(endpoints.listTransactions, { query: {} });
  expect(lines.map((line) => line.amount_exact)).toEqual(['50.00']);
});

test('a bank account that cannot be loaded can be loaded again, and offline says so', async ({
  page,
  newMember,
  open,
  guard,
}) => {
  guard.tolerate(503);
  guard.tolerate('net::ERR_INTERNET_DISCONNECTED');
  await open(page, await newMember());
  const calls = await failCalls(page, '/funding/instructions');
  await openTransfer(page, 'Euro');
  await expect(dialog(page).getByRole('alert')).toContainText('Could not load the bank account');
  await calls.stop();
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(dialog(page).getByText('Payment reference')).toBeVisible();

  await page.context().setOffline(true);
  await expect(submit(page)).toHaveAccessibleDescription('You are offline');
  await expect(dialog(page).getByText('Payment reference')).toBeVisible();
  await page.context().setOffline(false);
  await expect(submit(page)).not.toHaveAttribute('aria-disabled');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the bank account scrolls within the dialog of a phone', async ({ page, newMember, open }) => {
    await open(page, await newMember());
    await openTransfer(page, 'Euro');
    await expect(dialog(page).getByText('Payment reference')).toBeInViewport();
    expect(await dialog(page).boundingBox()).toMatchObject({ x: 0, width: 390 });
    await submit(page).scrollIntoViewIfNeeded();
    await expect(submit(page)).toBeInViewport();
  });
});
