import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { exactOf, shown, unitsOf } from './figures.ts';
import { expect, test } from './product.ts';
import { expectFieldError, failCalls, holdCalls, lineOf, toast } from './screen.ts';

const form = (page: Page, name = 'Bitcoin') => page.getByRole('form', { name: `Sell ${name}` });
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const bitcoin = { funds: { USD: '300.00' }, coins: { BTC: '200.00' } };

/** Answers a path as it was answered first, so that the page does not hear of what happens meanwhile. */
async function freeze(page: Page, path: string) {
  let first: Promise<{ status: number; body: string }> | undefined;
  await page.route(`**/api${path}`, async (route) => {
    first ??= route.fetch().then(async (answer) => ({ status: answer.status(), body: await answer.text() }));
    await route.fulfill({ ...(await first), contentType: 'application/json' });
  });
}

test('without coins there is nothing to sell', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/sell-crypto');
  await expect(page.getByText('No crypto holdings to sell')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Buy Crypto' }).click();
  await expect(page).toHaveURL('/buy-crypto');
});

test('a holding is picked and shows what is available', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '300.00' }, coins: { BTC: '100.00', ETH: '100.00' } });
  await open(page, member, '/sell-crypto');
  await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toBeVisible();
  const holdings = await member.api.call(endpoints.getPortfolio);
  expect(holdings).toHaveLength(2);
  for (const { name, symbol, amount_exact: exact } of holdings) {
    const choice = page.getByRole('region', { name: 'Your holdings' }).getByRole('button', { name });
    await expect(choice).toContainText(shown(symbol, exact));
    await choice.click();
    await expect(page).toHaveURL(`/sell-crypto?coin=${symbol}`);
    await expect(lineOf(form(page, name), 'Available balance')).toHaveText(shown(symbol, exact));
  }
});

test('an amount is needed, no more than is held', async ({ page, newMember, open }) => {
  const member = await newMember(bitcoin);
  const [holding] = await member.api.call(endpoints.getPortfolio);
  await open(page, member, '/sell-crypto?coin=BTC');
  const calls = await holdCalls(page, 'POST', '/crypto/sell');
  for (const [typed, sentence] of [
    ['', 'Please select a cryptocurrency and enter amount'],
    ['0', 'Amount must be greater than 0'],
    ['0.000000001', 'An amount in BTC has at most 8 decimals'],
    [exactOf(unitsOf(holding?.amount_exact ?? '') + 1n, 8), 'Insufficient balance'],
  ] as const) {
    await amount(page).fill(typed);
    await submit(page).click();
    await expect(toast(page, sentence)).toBeVisible();
    await expectFieldError(amount(page), sentence);
  }
  expect(calls.count()).toBe(0);
});

test('the summary takes 1 percent off what the coins are worth', async ({ page, newMember, open }) => {
  const member = await newMember(bitcoin);
  await freeze(page, '/crypto/portfolio');
  await open(page, member, '/sell-crypto?coin=BTC');
  await page.getByRole('button', { name: 'Use Max' }).click();
  const value = unitsOf((await lineOf(form(page), 'Value').innerText()).slice(1));
  const fee = (value + 99n) / 100n;
  await expect(lineOf(form(page), 'Estimated value')).toHaveText(shown('USD', exactOf(value)));
  await expect(lineOf(form(page), 'Fee (1%)')).toHaveText(shown('USD', exactOf(-fee)));
  await expect(lineOf(form(page), 'You get')).toHaveText(shown('USD', exactOf(value - fee)));
});

test('Use Max sells everything and leaves exactly zero', async ({ page, newMember, open }) => {
  const member = await newMember(bitcoin);
  const [holding] = await member.api.call(endpoints.getPortfolio);
  await open(page, member, '/sell-crypto?coin=BTC');
  const calls = await holdCalls(page, 'POST', '/crypto/sell');
  await page.getByRole('button', { name: 'Use Max' }).click();
  await expect(amount(page)).toHaveValue(holding?.amount_exact ?? '');
  await submit(page).dblclick();
  await expect(submit(page)).toHaveText('Processing...');
  await expect(submit(page)).toBeDisabled();
  calls.letGo();
  const said = await toast(page, /^Successfully sold/).innerText();
  await expect(page).toHaveURL('/dashboard');
  expect(calls.count()).toBe(1);
  const [sale] = await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
  const sold = holding?.amount_exact.replace(/\.?0+$/, '');
  expect(said).toBe(`Successfully sold ${sold} BTC for $${sale?.amount_exact}`);
  await expect(page.getByText('No crypto holdings yet')).toBeVisible();
  expect(sale?.crypto_amount_exact).toBe(holding?.amount_exact);
  expect(await member.api.call(endpoints.getPortfolio)).toEqual([]);
});

test('coins that are gone meanwhile are refused by the server', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember(bitcoin);
  const [holding] = await member.api.call(endpoints.getPortfolio);
  const all = holding?.amount_exact ?? '';
  await freeze(page, '/crypto/portfolio');
  await open(page, member, '/sell-crypto?coin=BTC');
  await page.getByRole('button', { name: 'Use Max' }).click();
  await member.api.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: all } });
  await submit(page).click();
  await expect(toast(page, `Insufficient balance: this needs ${all} BTC.`)).toBeVisible();
  await expectFieldError(amount(page), `Insufficient balance: this needs ${all} BTC.`);
  await expect(page).toHaveURL('/sell-crypto?coin=BTC');
});

test('where the server is silent the fixed words are said', async ({ page, newMember, open, provoke }) => {
  provoke(503, 'net::ERR_FAILED');
  const member = await newMember(bitcoin);
  const trouble = await failCalls(page, '/crypto/portfolio');
  await open(page, member, '/sell-crypto?coin=BTC');
  await expect(toast(page, 'Failed to load portfolio')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Could not load');
  await trouble.stop();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.route('**/api/crypto/sell', (route) => route.abort());
  await amount(page).fill('0.0001');
  await submit(page).click();
  await expect(toast(page, 'Failed to sell cryptocurrency')).toBeVisible();
});

test('Cancel leads to the dashboard', async ({ page, newMember, open }) => {
  await open(page, await newMember(bitcoin), '/sell-crypto?coin=BTC');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard');
});
