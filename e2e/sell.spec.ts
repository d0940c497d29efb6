import { endpoints, type SellQuote } from '@florin/contract';
import type { Page } from '@playwright/test';
import { exactOf, shown, unitsOf } from './figures.ts';
import { navigate } from './navigate.ts';
import { buy } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, failCalls, holdCalls, lineOf, toast } from './screen.ts';

const form = (page: Page, name = 'Bitcoin') => page.getByRole('form', { name: `Sell ${name}` });
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const bitcoin = { funds: { USD: '300.00' }, coins: { BTC: '200.00' } };

/** Repeats the first answer of a path, so the page does not see later changes. */
async function freeze(page: Page, path: string) {
  let first: Promise<{ status: number; body: string }> | undefined;
  await page.route(`**/api${path}`, async (route) => {
    first ??= route.fetch().then(async (answer) => ({ status: answer.status(), body: await answer.text() }));
    await route.fulfill({ ...(await first), contentType: 'application/json' });
  });
}

/** Enters an amount and returns the quote in the response. */
async function quoted(page: Page, type: () => Promise<void>): Promise<SellQuote> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/quotes'), type()]);
  const quote: SellQuote = await answer.json();
  await expect(page.getByText(/^Price held for 00:\d\d$/)).toBeVisible();
  return quote;
}

/** Converts a price to units with 18 decimals. */
function priceUnits(exact: string): bigint {
  const [integer = '', fraction = ''] = exact.split('.');
  return BigInt(integer + fraction.padEnd(18, '0'));
}

test('the sell form offers holdings, checks amounts and computes proceeds', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '300.00' }, coins: { BTC: '100.00', ETH: '50.00' } });
  await open(page, member, '/sell-crypto');
  const holdings = await member.api.call(endpoints.getPortfolio);
  const choice = (name: string) => page.getByRole('region', { name: 'Your holdings' }).getByRole('button', { name });

  // Rules: sell-1, sell-4
  await test.step('a selected holding shows its available balance', async () => {
    await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toBeVisible();
    expect(holdings).toHaveLength(2);
    for (const { name, symbol, amount_exact: exact } of holdings) {
      await expect(choice(name)).toContainText(shown(symbol, exact));
      await choice(name).click();
      await expect(page).toHaveURL(`/sell-crypto?coin=${symbol}`);
      await expect(lineOf(form(page, name), 'Available balance')).toHaveText(shown(symbol, exact));
    }
  });

  // Rules: sell-20
  await test.step('the allocation and its cost are also available as a table', async () => {
    const spread = page.getByRole('region', { name: 'Allocation', exact: true });
    await expect(spread.getByRole('listitem')).toHaveText([/^Bitcoin6\d\.\d%$/, /^Ethereum3\d\.\d%$/]);
    await spread.getByRole('button', { name: 'Table' }).click();
    await expect(spread.getByRole('row', { name: /^Bitcoin/ })).toContainText('$101.50');
    await expect(spread.getByRole('row', { name: /^All/ })).toContainText('$152.25');
  });

  // Rules: sell-5
  await test.step('requires an amount of at most the holding', async () => {
    await choice('Bitcoin').click();
    const holding = holdings.find(({ symbol }) => symbol === 'BTC');
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
    await page.unroute('**/api/crypto/sell');
  });

  // Rules: sell-7
  await test.step('the summary deducts a fee of 1 percent from the value at the held price', async () => {
    const quote = await quoted(page, () => page.getByRole('button', { name: 'Use Max' }).click());
    const value = (unitsOf(quote.crypto_amount_exact) * priceUnits(quote.price_exact)) / 10n ** 24n;
    const fee = (value + 99n) / 100n;
    await expect(lineOf(form(page), 'Estimated value')).toHaveText(shown('USD', exactOf(value)));
    await expect(lineOf(form(page), 'Fee (1%)')).toHaveText(shown('USD', exactOf(-fee)));
    await expect(lineOf(form(page), 'You get')).toHaveText(shown('USD', exactOf(value - fee)));
  });

  await test.step("the coin's name links to its page", async () => {
    await form(page).getByRole('link', { name: 'Bitcoin' }).click();
    await expect(page).toHaveURL('/crypto/BTC');
    await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeVisible();
  });

  // Rules: sell-17
  await test.step('Cancel on the Sell page opens the dashboard', async () => {
    await navigate(page, '/sell-crypto?coin=BTC');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/dashboard');
  });
});

test('a member without coins sells nothing, then sells all coins, then half of them', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '500.00' } });
  await open(page, member, '/sell-crypto');

  // Rules: sell-3
  await test.step('shows an empty state without coins', async () => {
    await expect(page.getByText('No crypto holdings to sell')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Buy Crypto' }).click();
    await expect(page).toHaveURL('/buy-crypto');
    await expect(page.getByRole('heading', { level: 1, name: 'Buy Crypto' })).toBeVisible();
  });

  // Rules: sell-10, sell-13, sell-14
  await test.step('Use Max sells everything and leaves exactly zero', async () => {
    await buy(member, 'BTC', '200.00');
    const [holding] = await member.api.call(endpoints.getPortfolio);
    await navigate(page, '/sell-crypto?coin=BTC');
    const calls = await holdCalls(page, 'POST', '/crypto/sell');
    await page.getByRole('button', { name: 'Use Max' }).click();
    await expect(amount(page)).toHaveValue(holding?.amount_exact ?? '');
    await submit(page).dblclick();
    await expect(submit(page)).toHaveText('Processing...');
    await expect(submit(page)).toBeDisabled();
    calls.release();
    const said = await toast(page, /^Successfully sold/).innerText();
    await expect(page).toHaveURL('/dashboard');
    expect(calls.count()).toBe(1);
    const [sale] = await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
    const sold = holding?.amount_exact.replace(/\.?0+$/, '');
    expect(said).toBe(`Successfully sold ${sold} BTC for $${sale?.amount_exact}`);
    await expect(page.getByText('No crypto holdings yet')).toBeVisible();
    expect(sale?.crypto_amount_exact).toBe(holding?.amount_exact);
    expect(await member.api.call(endpoints.getPortfolio)).toEqual([]);
    await page.unroute('**/api/crypto/sell');
  });

  // Rules: sell-8
  await test.step('credits exactly the shown proceeds and shows the gain against the cost', async () => {
    await buy(member, 'BTC', '200.00');
    const before = await member.api.call(endpoints.getGains);
    const [holding] = await member.api.call(endpoints.getPortfolio);
    await navigate(page, '/sell-crypto?coin=BTC');
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
    expect(exactOf(unitsOf(gains.realized_gain_exact) - unitsOf(before.realized_gain_exact))).toBe(gain);
  });
});

test('a rejected sale shows the reason and sells nothing', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember({ funds: { USD: '600.00' }, coins: { BTC: '200.00' } });

  // Rules: sell-15
  await test.step('the server rejects a sale of coins that were sold in the meantime', async () => {
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
    await buy(member, 'BTC', '200.00');
    await page.unroute('**/api/crypto/portfolio');
  });

  // Rules: sell-9
  await test.step('replaces a used price and sells only at the next press', async () => {
    await amount(page).fill(''); // stops the renewal of the held price
    const sales = () => member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
    const before = (await sales()).length;
    const first = await quoted(page, () => amount(page).fill('0.0001'));
    await member.api.call(endpoints.sellCoins, {
      body: { crypto_symbol: 'BTC', amount_crypto: '0.0001', quote_id: first.id },
    });
    await Promise.all([page.waitForResponse('**/api/quotes'), submit(page).click()]);
    await expect(toast(page, 'This price was already used. Get a new one.')).toBeVisible();
    await expect(form(page)).toContainText('Nothing was sold');
    expect(await sales()).toHaveLength(before + 1);
    await submit(page).click();
    await expect(toast(page, /^Successfully sold 0.0001 BTC for /)).toBeVisible();
    expect(await sales()).toHaveLength(before + 2);
  });
});

// Rules: sell-22
test('on a phone the form appears below the holdings with its button in view', async ({ page, newMember, open }) => {
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

// Rules: sell-15, sell-16
test('shows the fixed error message when the server does not answer', async ({ page, newMember, open, provoke }) => {
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
