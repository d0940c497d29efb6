import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { send } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, lineOf, toast } from './screen.ts';

const recipient = (page: Page) => page.getByLabel('Recipient email');
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const wallets = { USD: '700.00', EUR: '50.00' };

async function fill(page: Page, to: string, figure: string) {
  await recipient(page).fill(to);
  await amount(page).fill(figure);
}

test('what is missing is asked for first, then an amount above zero', async ({ page, newMember, open }) => {
  await open(page, await newMember({ funds: wallets }), '/send');
  const calls = await holdCalls(page, 'POST', '/transactions/send');
  await expect(recipient(page)).toHaveAttribute('type', 'email');

  await submit(page).click();
  await expect(toast(page, 'Please fill in all required fields')).toBeVisible();
  await expectFieldError(recipient(page), 'Please fill in all required fields');
  await expectFieldError(amount(page), 'Please fill in all required fields');
  await expect(recipient(page)).toBeFocused();

  await fill(page, 'jonas.weber@florin.example', '');
  await submit(page).click();
  await expect(recipient(page)).not.toHaveAttribute('aria-invalid');
  await expectFieldError(amount(page), 'Please fill in all required fields');

  for (const figure of ['0', '0.00', '-5']) {
    await fill(page, 'jonas.weber@florin.example', figure);
    await submit(page).click();
    await expectFieldError(amount(page), 'Amount must be greater than 0');
  }
  await expect(toast(page, 'Amount must be greater than 0').first()).toBeVisible();

  await fill(page, 'jonas.weber@florin.example', '1.005');
  await submit(page).click();
  await expectFieldError(amount(page), 'An amount in USD has at most 2 decimals');
  expect(calls.count()).toBe(0);
});

test('the fee of 2 percent and the total stand there as one types', async ({ page, newMember, open }) => {
  await open(page, await newMember({ funds: wallets }), '/send');
  const form = page.getByRole('main');
  const sums = [
    ['USD', '100', '$100.00', '$2.00', '$102.00'],
    ['USD', '0.01', '$0.01', '$0.01', '$0.02'],
    ['USD', '33.33', '$33.33', '$0.67', '$34.00'],
    ['EUR', '1,000.50', '€1,000.50', '€20.01', '€1,020.51'],
    ['GBP', '49.99', '£49.99', '£1.00', '£50.99'],
  ] as const;
  for (const [currency, typed, sum, fee, total] of sums) {
    await page.getByRole('combobox', { name: 'Currency' }).selectOption(currency);
    await amount(page).fill(typed);
    await expect(lineOf(form, 'Amount')).toHaveText(sum);
    await expect(lineOf(form, 'Fee (2%)')).toHaveText(fee);
    await expect(lineOf(form, 'Total')).toHaveText(total);
    await expect(submit(page)).toHaveText(`Send ${total}`);
  }
});

test('a double click sends once, with the note, and the dashboard follows', async ({ page, newMember, open }) => {
  const [sender, other] = [await newMember({ funds: wallets }), await newMember({ name: 'Piet Mondriaan' })];
  await open(page, sender, '/send');
  const calls = await holdCalls(page, 'POST', '/transactions/send');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await fill(page, other.email, '12.30');
  await page.getByLabel('Note').fill('Museum & café');
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Processing...');
  await expect(submit(page)).toBeDisabled();
  calls.letGo();
  await expect(toast(page, `Successfully sent EUR 12.30 to ${other.email}`)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('article', { name: 'Euro' })).toContainText('€37.45');
  expect(calls.count()).toBe(1);
  const [line] = await other.api.call(endpoints.listTransactions, { query: {} });
  expect(line).toMatchObject({ type: 'receive', amount_exact: '12.30', currency: 'EUR', note: 'Museum & café' });
});

test('more than the balance is said before sending, and by the server after', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const [sender, other] = [await newMember({ funds: { USD: '100.00' } }), await newMember()];
  await open(page, sender, '/send');
  await fill(page, other.email, '100.00');
  await expect(page.getByRole('status').filter({ hasText: 'Not enough' })).toContainText('$100.00');
  await submit(page).click();
  await expect(toast(page, 'Insufficient balance: this needs $102.00.')).toBeVisible();
  await expectFieldError(amount(page), 'Insufficient balance: this needs $102.00.');
  await expect(page).toHaveURL('/send');
  await amount(page).fill('98.03');
  await submit(page).click();
  await expect(toast(page, `Successfully sent USD 98.03 to ${other.email}`)).toBeVisible();
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$0.00');
});

test('what only the server knows is shown in its own words', async ({ page, newMember, open, provoke }) => {
  provoke(404, 422, 409, 'net::ERR_FAILED');
  const [sender, other] = [await newMember({ funds: wallets }), await newMember()];
  await open(page, sender, '/send');
  await fill(page, 'nobody@florin.example', '5');
  await submit(page).click();
  await expect(toast(page, 'There is no Florin account with this email.')).toBeVisible();
  await expectFieldError(recipient(page), 'There is no Florin account with this email.');

  await fill(page, sender.email, '5');
  await submit(page).click();
  await expect(toast(page, 'You cannot send money to yourself.')).toBeVisible();

  await fill(page, other.email, '500.01');
  await submit(page).click();
  await expect(toast(page, /^This is over your limit: \$500\.00 is left today\./)).toBeVisible();

  await page.route('**/api/transactions/send', (route) => route.abort());
  await fill(page, other.email, '5');
  await submit(page).click();
  await expect(toast(page, 'Failed to send money')).toBeVisible();
  await expect(page).toHaveURL('/send');
});

test('recent contacts are found by name or email and fill in the recipient', async ({ page, newMember, open }) => {
  const [sender, piet, frida] = [
    await newMember({ funds: wallets }),
    await newMember({ name: 'Piet Mondriaan' }),
    await newMember({ name: 'Frida Kahlo' }),
  ];
  await send(sender, piet, '1.00');
  await send(sender, frida, '1.00');
  await open(page, sender, '/send');
  const contacts = page.getByRole('region', { name: 'Recent Contacts' });
  await expect(contacts.getByRole('button', { name: /@/ })).toHaveCount(2);
  await contacts.getByRole('searchbox').fill('KAHLO');
  await expect(contacts.getByRole('button', { name: /@/ })).toHaveCount(1);
  await contacts.getByRole('searchbox').fill(piet.email);
  await contacts.getByRole('button', { name: /Piet/ }).click();
  await expect(recipient(page)).toHaveValue(piet.email);
  await contacts.getByRole('searchbox').fill('nobody at all');
  await expect(contacts.getByRole('button', { name: /@/ })).toHaveCount(0);
});

test('Cancel leads to the dashboard without sending', async ({ page, newMember, open }) => {
  const sender = await newMember({ funds: wallets });
  await open(page, sender, '/send');
  await expect(page.getByRole('region', { name: 'Recent Contacts' })).toContainText('No contacts yet');
  await fill(page, 'jonas.weber@florin.example', '5');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await sender.api.call(endpoints.listTransactions, { query: { type: 'send' } })).toEqual([]);
});
