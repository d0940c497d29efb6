import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { clientOf } from './members.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';

test('a member makes and revokes an API key and adds a webhook', async ({ page, newMember, open, baseURL }) => {
  const member = await newMember({ confirmed: true, funds: { USD: '120.00' } });
  await open(page, member);
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Developers' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();

  const program = clientOf(baseURL ?? '', await makeKey(page));
  const wallets = await program.call(endpoints.listWallets);
  expect(wallets.find(({ currency }) => currency === 'USD')?.balance_exact).toBe('120.00');
  await expect(program.call(endpoints.listTransactions, { query: {} })).rejects.toMatchObject({ status: 403 });

  await page.getByRole('button', { name: 'More for Bookkeeping' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'API keys', exact: true })).toBeFocused();
  await expect(program.call(endpoints.listWallets)).rejects.toMatchObject({ status: 401 });

  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('Address').fill('https://hooks.florin.example/events');
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  expect(await storeSecret(page)).toMatch(/^whsec_/);
  const webhook = page.getByRole('listitem').filter({ hasText: 'https://hooks.florin.example/events' });
  await expect(webhook).toContainText('Active');
  await expect(webhook).toContainText('All events');

  await page.getByRole('tab', { name: 'Events' }).click();
  await expect(page.getByText('deposit.received').first()).toBeVisible();
});

test('a member moves the test clock and simulates a deposit, a return and a price', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ confirmed: true, funds: { USD: '120.00' } });
  const { id } = await member.api.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await member.api.call(endpoints.withdraw, { body: { amount: '30.00', payment_method_id: id } });
  const request = await member.api.call(endpoints.requestMoney, { body: { amount: '5.00' } });
  const dollars = async () => (await member.api.call(endpoints.me)).balances.usd_exact;
  await open(page, member, '/developers');
  await page.getByRole('tab', { name: 'Simulate' }).click();

  await expect(page.getByText('Not moved')).toBeVisible();
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(page.getByText(/^Moved forward by 30 days\./)).toBeVisible();
  await page.getByRole('button', { name: '1 hour' }).click();
  await expect(page.getByText('30 days 1 hour', { exact: true })).toBeVisible();
  const { state } = await member.api.call(endpoints.getPaymentRequest, { params: { id: request.id } });
  expect(state).toBe('expired');

  const deposit = page.getByRole('form', { name: 'A deposit arrives' });
  await deposit.getByRole('button').click();
  await expect(deposit.getByText('Please enter an amount')).toBeVisible();
  await deposit.getByRole('textbox').fill('50');
  await deposit.getByRole('button').click();
  await expect(deposit.getByText('$50.00 arrived in your USD wallet.')).toBeVisible();
  expect(await dollars()).toBe('140.00');

  const withdrawal = page.getByRole('form', { name: 'A withdrawal comes back' });
  await withdrawal.getByRole('button').click();
  await expect(withdrawal.getByText('$30.00 came back to your USD wallet.')).toBeVisible();
  expect(await dollars()).toBe('170.00');

  const price = page.getByRole('form', { name: 'A price moves' });
  await price.getByRole('combobox').selectOption('DOGE');
  await price.getByRole('textbox').fill('60');
  await price.getByRole('button').click();
  await expect(price.getByText('Enter a number between −50 and 50.')).toBeVisible();
  await price.getByRole('textbox').fill('−1,5');
  await price.getByRole('button').click();
  await expect(price.getByText(/^DOGE moves down by 1\.5 % in 3 seconds\./)).toBeVisible();
});

test('a member runs a sample of the guides with a new key', async ({ page, newMember, open, provoke }) => {
  provoke(403); // the key may not read events
  await open(page, await newMember({ confirmed: true, funds: { USD: '120.00' } }));
  await navigate(page, '/developers');
  const secret = await makeKey(page);
  await page.getByRole('link', { name: 'guides' }).click();
  await expect(page.getByRole('heading', { name: 'Guides' })).toBeVisible();
  await page.getByLabel('API key for the samples').fill(secret);
  const guide = page.getByRole('region', { name: 'See what you hold', exact: true });
  await expect(guide.getByRole('region', { name: /^Sample/ })).toContainText(`Authorization: Bearer ${secret}`);
  await guide.getByRole('button', { name: /^Run/ }).click();
  await expect(guide.getByRole('region', { name: /^Answer/ })).toContainText('"available_exact": "120.00"');
  const missed = page.getByRole('region', { name: 'Read what you missed', exact: true });
  await missed.getByRole('button', { name: /^Run/ }).click();
  await expect(missed.getByRole('region', { name: /^Answer/ })).toContainText('scope_missing');
  await page.reload();
  await expect(page.getByLabel('API key for the samples')).toHaveValue('');
});

/** Creates a key that only reads balances. Returns the key's secret. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bookkeeping');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByText('Choose at least one scope.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^See balances/ }).check();
  await page.getByRole('button', { name: 'Make the key' }).click();
  return storeSecret(page);
}

/** Reads a new secret. The dialog closes only after the member confirms that the secret is stored. */
async function storeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^Secret of/ });
  await expect(dialog).toBeVisible();
  const secret = await dialog.locator('code').textContent();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return secret ?? '';
}
