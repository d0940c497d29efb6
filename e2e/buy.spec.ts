import { endpoints, usdBalanceMethodId } from '@florin/contract';
import type { Page } from '@playwright/test';
import { addCard } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, failCalls, holdCalls, lineOf, toast } from './screen.ts';

const coins = (page: Page) => page.getByRole('region', { name: 'Cryptocurrencies' });
const coin = (page: Page, name: string) => coins(page).getByRole('button', { name: new RegExp(`^${name}\\b`) });
const ticket = (page: Page, name: string) => page.getByRole('form', { name: `Buy ${name}` });
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');

test('until a coin is picked the panel asks for one', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/buy-crypto');
  await expect(page.getByText('Choose from 170+ cryptocurrencies')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toBeVisible();
  await expect.poll(() => coins(page).getByRole('button').count()).toBeGreaterThanOrEqual(180);
  await coin(page, 'Bitcoin').first().click();
  await expect(page).toHaveURL('/buy-crypto?coin=BTC');
  await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toHaveCount(0);
  const summary = page.getByRole('region', { name: 'Bitcoin' });
  for (const text of ['BTC', '$', '%', 'Market cap']) await expect(summary).toContainText(text);
});

test('coins are found by name or symbol', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/buy-crypto');
  const search = coins(page).getByRole('searchbox');
  await search.fill('ethereum');
  await expect(coin(page, 'Ethereum').first()).toBeVisible();
  await expect(coin(page, 'Bitcoin')).toHaveCount(0);
  await search.fill('DOGE');
  await expect(coin(page, 'Dogecoin')).toBeVisible();
  await search.fill('no such coin');
  await expect(page.getByText('No coin found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(coin(page, 'Bitcoin').first()).toBeVisible();
});

test('an amount is needed, and above zero', async ({ page, newMember, open }) => {
  await open(page, await newMember({ funds: { USD: '100.00' } }), '/buy-crypto?coin=BTC');
  const calls = await holdCalls(page, 'POST', '/crypto/buy');
  for (const [typed, sentence] of [
    ['', 'Please select a cryptocurrency and enter amount'],
    ['0', 'Amount must be greater than 0'],
    ['-1', 'Amount must be greater than 0'],
    ['1.005', 'An amount in USD has at most 2 decimals'],
  ] as const) {
    await amount(page).fill(typed);
    await submit(page).click();
    await expect(toast(page, sentence).first()).toBeVisible();
    await expectFieldError(amount(page), sentence);
    await expect(amount(page)).toBeFocused();
  }
  expect(calls.count()).toBe(0);
});

test('the fee of 1.5 percent and the total stand there as one types', async ({ page, newMember, open }) => {
  await open(page, await newMember({ funds: { USD: '100.00' } }), '/buy-crypto?coin=BTC');
  for (const [typed, sum, fee, total] of [
    ['50', '$50.00', '$0.75', '$50.75'],
    ['0.01', '$0.01', '$0.01', '$0.02'],
    ['33.34', '$33.34', '$0.51', '$33.85'],
    ['1000', '$1,000.00', '$15.00', '$1,015.00'],
  ] as const) {
    await amount(page).fill(typed);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'Amount')).toHaveText(sum);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'Fee (1.5%)')).toHaveText(fee);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'Total')).toHaveText(total);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'You get about')).toHaveText(/^\d+\.\d{8} BTC$/);
    await expect(submit(page)).toHaveText(`Buy BTC for ${total}`);
  }
});

test('a double click buys once, by the default method, and its toast says the coins to the last unit', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '10.00' } });
  await open(page, member, '/buy-crypto?coin=ETH');
  const methods = await member.api.call(endpoints.listPaymentMethods);
  const method = page.getByLabel('Payment method');
  await expect(method).toHaveValue(methods.find(({ is_default }) => is_default)?.id ?? '');
  expect(await method.getByRole('option').count()).toBe(methods.length);
  const calls = await holdCalls(page, 'POST', '/crypto/buy');
  await amount(page).fill('20');
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Processing...');
  await expect(submit(page)).toBeDisabled();
  calls.letGo();
  const said = await toast(page, /^Successfully purchased/).innerText();
  await expect(page).toHaveURL('/dashboard');
  const [holding] = await member.api.call(endpoints.getPortfolio);
  expect(said).toBe(`Successfully purchased ${holding?.amount_exact} ETH`);
  await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$10.00');
  expect(calls.count()).toBe(1);
});

test('more than the balance is said before buying, and by the server after', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const member = await newMember({ funds: { USD: '50.74' } });
  await open(page, member, '/buy-crypto?coin=BTC');
  await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
  await amount(page).fill('50');
  await expect(page.getByRole('status').filter({ hasText: 'Insufficient balance' })).toContainText('$0.01');
  await submit(page).click();
  await expect(toast(page, 'Insufficient balance: this needs $50.75.')).toBeVisible();
  await expectFieldError(amount(page), 'Insufficient balance: this needs $50.75.');
  await expect(page).toHaveURL('/buy-crypto?coin=BTC');
});

test('a refusal is shown in the words of the server, else in the fixed ones', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409, 'net::ERR_FAILED');
  const member = await newMember();
  await addCard(member.api, 'tok_declined');
  await open(page, member, '/buy-crypto?coin=BTC');
  await amount(page).fill('5');
  await submit(page).click();
  await expect(toast(page, /^Visa •••• 0002 was declined\./)).toBeVisible();
  await expectFieldError(page.getByLabel('Payment method'), 'Visa •••• 0002 was declined.');

  await addCard(member.api, 'tok_visa');
  await page.reload();
  await page.getByLabel('Payment method').selectOption({ label: 'Visa •••• 4242' });
  await amount(page).fill('500.01');
  await submit(page).click();
  await expect(toast(page, /\$500\.00/)).toBeVisible();

  await page.route('**/api/crypto/buy', (route) => route.abort());
  await amount(page).fill('5');
  await submit(page).click();
  await expect(toast(page, 'Failed to buy cryptocurrency')).toBeVisible();
});

test('a list that does not come is said, and comes with Retry', async ({ page, newMember, open, provoke }) => {
  provoke(503);
  const trouble = await failCalls(page, '/crypto/list');
  await open(page, await newMember(), '/buy-crypto');
  await expect(toast(page, 'Failed to load cryptocurrencies')).toBeVisible();
  await expect(coins(page).getByRole('alert')).toContainText('Could not load');
  await trouble.stop();
  await coins(page).getByRole('button', { name: 'Retry' }).click();
  await expect(coin(page, 'Bitcoin').first()).toBeVisible();
});

test('Cancel leads to the dashboard', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/buy-crypto?coin=BTC');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard');
});
