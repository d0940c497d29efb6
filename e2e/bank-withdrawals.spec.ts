import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { addCard, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, failCalls, holdCalls, lineOf } from './screen.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Withdraw' });
const amount = (page: Page) => dialog(page).getByLabel('Amount', { exact: true });
const submit = (page: Page) => dialog(page).locator('button[type=submit]');
const card = (page: Page, name = 'US Dollar') => page.getByRole('article', { name });
const outcome = (page: Page, title: string) => dialog(page).getByRole('heading', { name: title, exact: true });
const newest = (page: Page) => page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem').first();

async function openDialog(page: Page, name = 'US Dollar') {
  await card(page, name).getByRole('button', { name: 'Withdraw' }).click();
  await expect(amount(page)).toBeFocused();
}

async function withdraw(page: Page, figure: string) {
  await openDialog(page);
  await amount(page).fill(figure);
  await submit(page).click();
}

const availableUsd = async ({ api }: Member) =>
  (await api.call(endpoints.listWallets)).find(({ currency }) => currency === 'USD')?.available_exact;

test('a withdrawal checks amounts, reaches the bank and can be canceled', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '1700.00', EUR: '20.00' } });
  await open(page, member);

  // Rules: dashboard-20
  await test.step('money is held, sent to the bank and arrives', async () => {
    await openDialog(page);
    await dialog(page).getByRole('button', { name: 'Sandbox Bank •••• 6789' }).click();
    await amount(page).fill('80');
    await expect(lineOf(dialog(page), 'Sandbox Bank gets')).toHaveText('$80.00');
    await expect(lineOf(dialog(page), 'Fee')).toHaveText('$0.00');
    await expect(lineOf(dialog(page), 'Held now')).toHaveText('$80.00');
    await expect(dialog(page)).toContainText('You can withdraw $1,000.00 today, $5,000.00 this month.');
    await submit(page).click();

    await expect(outcome(page, '$80.00 is held')).toBeVisible();
    await expect(lineOf(dialog(page), 'Balance')).toHaveText('$1,700.00');
    await expect(lineOf(dialog(page), 'Held')).toHaveText('−$80.00');
    await expect(lineOf(dialog(page), 'Available')).toHaveText('$1,620.00');
    await expect(outcome(page, '$80.00 withdrawn')).toBeVisible();
    await expect(dialog(page).getByRole('listitem')).toContainText(['Held', 'Sent to Sandbox Bank', 'At Sandbox Bank']);
    await expect(lineOf(dialog(page), 'Balance')).toHaveText('$1,620.00');
    await expect(lineOf(dialog(page), 'Available')).toHaveText('$1,620.00');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(card(page)).toContainText('$1,620.00');
    await expect(card(page)).not.toContainText('Held');
    await expect(newest(page)).not.toContainText('Pending');
    await expect(newest(page)).toContainText('−$80.00');
  });

  await test.step('rejects missing, invalid, out-of-bounds and excessive amounts before sending', async () => {
    const calls = await holdCalls(page, 'POST', '/wallets/withdrawals');
    await openDialog(page);
    for (const [typed, sentence] of [
      ['', 'Please enter an amount'],
      ['0', 'Amount must be greater than 0'],
      ['1.005', 'An amount in USD has at most 2 decimals'],
      ['0.99', 'Withdraw between $1.00 and $25,000.00 at a time.'],
      ['920.01', 'This is over your limit: $920.00 is left today.'],
      ['1620.01', 'Your US Dollar wallet is short by $0.01.'],
    ] as const) {
      await amount(page).fill(typed);
      await page.keyboard.press('Enter');
      await expectFieldError(amount(page), sentence);
      await expect(amount(page)).toBeFocused();
    }
    await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
    expect(calls.count()).toBe(0);
    await page.unroute('**/api/wallets/withdrawals');
    await closeOver(page);
  });

  await test.step('a withdrawal can be canceled before the bank has it', async () => {
    await withdraw(page, '80');
    await dialog(page).getByRole('button', { name: 'Cancel withdrawal' }).click();
    await expect(outcome(page, '$80.00 canceled')).toBeVisible();
    await expect(lineOf(dialog(page), 'Available')).toHaveText('$1,620.00');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(newest(page)).toContainText('Canceled');
    await expect(newest(page).locator('s')).toContainText('$80.00');
    expect(await availableUsd(member)).toBe('1620.00');
    const limits = await member.api.call(endpoints.getLimits);
    expect(limits.day.left_exact).toBe('920.00');
  });
});

test('euros are withdrawn to an IBAN that the member adds', async ({ page, newMember, open, provoke }) => {
  provoke(422);
  const member = await newMember({ funds: { EUR: '70.00', USD: '10.00' } });
  await open(page, member);
  const form = page.getByRole('dialog', { name: 'Add a bank account for euros' });
  const iban = form.getByLabel('IBAN');

  await test.step('the error of the server is shown at the IBAN', async () => {
    await openDialog(page, 'Euro');
    await amount(page).fill('50');
    await dialog(page).getByRole('button', { name: 'Bank account', exact: true }).click();
    await expect(iban).toBeFocused();
    await page.keyboard.type('nl91abna0417164301');
    await expect(iban).toHaveValue('NL91 ABNA 0417 1643 01');
    await page.keyboard.press('Enter');
    await expectFieldError(iban, 'This IBAN has a typing error. Compare it with your bank’s.');
    await expect(iban).toBeFocused();
  });

  await test.step('the euros go to the new account', async () => {
    await page.keyboard.press('Backspace');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    const account = dialog(page).getByLabel('Bank account', { exact: true });
    await expect(account.locator('option:checked')).toHaveText('Bank account NL •••• 4300 · EUR');
    await expect(amount(page)).toHaveValue('50');
    await submit(page).click();
    await expect(outcome(page, '€50.00 withdrawn')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(newest(page)).toContainText('−€50.00');
  });

  await test.step('other wallets do not offer it, and the profile shows its currency', async () => {
    await openDialog(page);
    await expect(dialog(page)).toContainText('None of your bank accounts is in US dollars.');
    await closeOver(page);
    await page.goto('/profile');
    const methods = page.getByRole('region', { name: 'Payment Methods' });
    await expect(methods.getByRole('listitem').filter({ hasText: 'NL •••• 4300' })).toContainText('Euro account');
  });
});

test('a withdrawal that the bank returns or whose dialog is closed is listed correctly', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '700.00' } });
  await addCard(member.api, 'tok_bank');
  await open(page, member);

  // Rules: dashboard-20
  await test.step('a withdrawal that the bank rejects is returned in full with the reason', async () => {
    await withdraw(page, '80.13');
    await expect(outcome(page, '$80.13 returned')).toBeVisible();
    await expect(dialog(page)).toContainText(
      'Your bank couldn’t find this account. The full amount is available again.',
    );
    await expect(lineOf(dialog(page), 'Available')).toHaveText('$700.00');
    await page.keyboard.press('Escape');
    await expect(newest(page)).toContainText('Returned');
  });

  await test.step('a withdrawal continues when its dialog is closed', async () => {
    await withdraw(page, '80.44');
    await expect(outcome(page, '$80.44 is held')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page).getByRole('button', { name: 'Withdraw' })).toBeFocused();
    await expect(card(page)).toContainText('$619.56');
    await expect(card(page)).toContainText('Held $80.44');
    await expect(newest(page)).toContainText('Pending');
    await expect(newest(page)).toContainText('−$80.44');
    await openDialog(page);
    await expect(amount(page)).toHaveValue('');
    await dialog(page).getByRole('button', { name: 'Use Max' }).click();
    await expect(amount(page)).toHaveValue('619.56');
  });
});

test('a double click and a lost response withdraw once', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  const member = await newMember({ funds: { USD: '700.00' } });
  await addCard(member.api, 'tok_bank');
  await open(page, member);
  await page.route('**/api/wallets/withdrawals', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await openDialog(page);
  await amount(page).fill('80.44');
  await submit(page).dblclick();
  await expect(dialog(page)).toContainText('it will not be withdrawn twice');
  await page.unroute('**/api/wallets/withdrawals');
  await submit(page).click();
  await expect(outcome(page, '$80.44 is held')).toBeVisible();
  expect(await availableUsd(member)).toBe('619.56');
});

test('shows an error with Retry when the withdrawal dialog fails to load', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(503);
  const member = await newMember({ funds: { USD: '700.00' } });
  await open(page, member);
  await expect(card(page)).toContainText('$700.00');
  const trouble = await failCalls(page, '/payment-methods');
  await card(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('Could not load');
  await trouble.stop();
  await dialog(page).getByRole('button', { name: 'Retry' }).click();
  await expect(amount(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a withdrawal on a phone needs no pointer and no scrolling', async ({ page, newMember, open }) => {
    const member = await newMember({ funds: { USD: '700.00' } });
    await addCard(member.api, 'tok_bank');
    await open(page, member);
    await card(page).getByRole('button', { name: 'Withdraw' }).focus();
    await page.keyboard.press('Enter');
    await expect(amount(page)).toBeFocused();
    await page.keyboard.type('80.44');
    await expect(submit(page)).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(outcome(page, '$80.44 is held')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Cancel withdrawal' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(outcome(page, '$80.44 canceled')).toBeVisible();
  });
});
