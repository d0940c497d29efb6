import { endpoints, type SellQuote } from '@florin/contract';
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

/** Types an amount and gives the quote that the page is answered with. */
async function quoted(page: Page, type: () => Promise<void>): Promise<SellQuote> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/quotes'), type()]);
  const quote: SellQuote = await answer.json();
  await expect(page.getByText(/^Price held for 00:\d\d$/)).toBeVisible();
  return quote;
}

test('the summary takes 1 percent off what the coins are worth at the price that is held', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(bitcoin), '/sell-crypto?coin=BTC');
  const quote = await quoted(page, () => page.getByRole('button', { name: 'Use Max' }).click());
  const value = (unitsOf(quote.crypto_amount_exact) * priceUnits(quote.price_exact)) / 10n ** 24n;
  const fee = (value + 99n) / 100n;
  await expect(lineOf(form(page), 'Estimated value')).toHaveText(shown('USD', exactOf(value)));
  await expect(lineOf(form(page), 'Fee (1%)')).toHaveText(shown('USD', exactOf(-fee)));
  await expect(lineOf(form(page), 'You get')).toHaveText(shown('USD', exactOf(value - fee)));
});

/** With 18 decimals. */
function priceUnits(exact: string): bigint {
  const [integer = '', fraction = ''] = exact.split('.');
  return BigInt(integer + fraction.padEnd(18, '0'));
}

test('what you get is what is credited, to the cent, and the gain is against what the coins have cost', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember(bitcoin);
  const [holding] = await member.api.call(endpoints.getPortfolio);
  await open(page, member, '/sell-crypto?coin=BTC');
  const half = exactOf(unitsOf(holding?.amount_exact ?? '') / 2n, 8);
  const quote = await quoted(page, () => amount(page).fill(half));
  const held = unitsOf(holding?.amount_exact ?? '');
  const cost = (2n * unitsOf(holding?.cost_exact ?? '') * unitsOf(half) + held) / (2n * held); // to the nearest cent
  const gain = exactOf(unitsOf(quote.total_exact) - cost);
  await expect(form(page)).toContainText(`on this sale ${shown('USD', gain, { plus: true })}`);
  const figure = await lineOf(form(page), 'You get').innerText();
  await submit(page).click();
  await expect(page).toHaveURL('/dashboard');
  const [sale] = await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
  expect(figure).toBe(shown('USD', sale?.amount_exact ?? ''));
  const gains = await member.api.call(endpoints.getGains);
  expect(gains.realized_gain_exact).toBe(gain);
});

test('a price that has been used is replaced, and nothing is sold until the next press', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const member = await newMember(bitcoin);
  await open(page, member, '/sell-crypto?coin=BTC');
  const first = await quoted(page, () => amount(page).fill('0.0001'));
  await member.api.call(endpoints.sellCoins, {
    body: { crypto_symbol: 'BTC', amount_crypto: '0.0001', quote_id: first.id },
  });
  await Promise.all([page.waitForResponse('**/api/quotes'), submit(page).click()]);
  await expect(toast(page, 'This price was used already. Please get a new one.')).toBeVisible();
  await expect(form(page)).toContainText('Nothing was sold');
  expect(await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } })).toHaveLength(1);
  await submit(page).click();
  await expect(toast(page, /^Successfully sold 0.0001 BTC for /)).toBeVisible();
  expect(await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } })).toHaveLength(2);
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

test('on a phone the form comes into view below the holdings, with its button at hand', async ({
  page,
  newMember,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, await newMember(bitcoin), '/sell-crypto');
  await page.getByRole('button', { name: /^Bitcoin/ }).click();
  await expect(form(page).getByText('Available balance')).toBeInViewport();
  await expect(submit(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Use Max' }).click();
  await expect(page.getByText(/^Price held for/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await submit(page).click();
  await expect(toast(page, /^Successfully sold/)).toBeVisible();
});

test('how the value is spread and what it has cost is there as a table too', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '300.00' }, coins: { BTC: '100.00', ETH: '50.00' } });
  await open(page, member, '/sell-crypto');
  const spread = page.getByRole('region', { name: 'Allocation', exact: true });
  await expect(spread.getByRole('listitem')).toHaveText([/^Bitcoin6\d\.\d%$/, /^Ethereum3\d\.\d%$/]);
  await spread.getByRole('button', { name: 'Table' }).click();
  await expect(spread.getByRole('row', { name: /^Bitcoin/ })).toContainText('$101.50');
  await expect(spread.getByRole('row', { name: /^All/ })).toContainText('$152.25');
});

test('the name of the coin leads to its page', async ({ page, newMember, open }) => {
  await open(page, await newMember(bitcoin), '/sell-crypto?coin=BTC');
  await form(page).getByRole('link', { name: 'Bitcoin' }).click();
  await expect(page).toHaveURL('/crypto/BTC');
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
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard');
});
