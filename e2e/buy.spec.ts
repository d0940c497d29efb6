import { endpoints, usdBalanceMethodId, type BuyQuote } from '@florin/contract';
import type { Locator, Page } from '@playwright/test';
import { exactOf, shown, unitsOf } from './figures.ts';
import { navigate } from './navigate.ts';
import { addCard, addFunds } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, holdCalls, lineOf, toast } from './screen.ts';

const ticket = (page: Page, name: string) => page.getByRole('form', { name: `Buy ${name}` });
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const held = (page: Page) => page.getByText(/^Price held for 00:\d\d$/);
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
/** Presses Buy once the payment method is shown. */
async function pressBuy(page: Page) {
  await expect(page.getByLabel('Payment method')).toBeVisible();
  await submit(page).click();
}

/** Waits for the dashboard after a purchase or Cancel. Navigate only afterwards. */
const expectDashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /^Welcome back/ })).toBeVisible();

/** Enters an amount and returns the quote in the response. */
async function quoted(page: Page, type: () => Promise<void>): Promise<BuyQuote> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/quotes'), type()]);
  const quote = endpoints.createQuote.answer?.parse(await answer.json());
  if (quote?.kind !== 'buy') throw new Error('the quote is for something else');
  await expect(held(page)).toBeVisible();
  return quote;
}

test('the purchase form checks and computes amounts', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '600.00' }, coins: { ETH: '100.00' } });
  await open(page, member, '/buy-crypto?coin=BTC');

  // Rules: buy-11
  await test.step('requires an amount above zero', async () => {
    const calls = await holdCalls(page, 'POST', '/crypto/buy');
    for (const [typed, sentence] of [
      ['', 'Please select a cryptocurrency and enter amount'],
      ['0', 'Amount must be greater than 0'],
      ['-1', 'Amount must be greater than 0'],
      ['1.005', 'An amount in USD has at most 2 decimals'],
    ] as const) {
      await amount(page).fill(typed);
      await pressBuy(page);
      await expect(toast(page, sentence).first()).toBeVisible();
      await expectFieldError(amount(page), sentence);
      await expect(amount(page)).toBeFocused();
    }
    expect(calls.count()).toBe(0);
    await page.unroute('**/api/crypto/buy');
  });

  // Rules: buy-16, errors-5
  await test.step('shows the fee of 1.5 percent and the total while typing', async () => {
    for (const [typed, fee, total] of [
      ['50', '$0.75', '$50.75'],
      ['0.05', '$0.01', '$0.06'],
      ['33.34', '$0.51', '$33.85'],
      ['1000', '$15.00', '$1,015.00'],
    ] as const) {
      await amount(page).fill(typed);
      await expect(lineOf(ticket(page, 'Bitcoin'), 'Fee (1.5%)')).toHaveText(fee);
      await expect(lineOf(ticket(page, 'Bitcoin'), 'Total')).toHaveText(total);
      await expect(lineOf(ticket(page, 'Bitcoin'), 'You get')).toHaveText(/^\d+\.\d{8} BTC$/);
      await expect(submit(page)).toHaveText('Buy');
    }
  });

  // Rules: buy-29, errors-5
  await test.step('Cancel on the Buy page opens the dashboard', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expectDashboard(page);
  });

  // Rules: buy-21
  await test.step("shows what the plan's limit leaves and offers the highest possible amount", async () => {
    await navigate(page, '/buy-crypto?coin=BTC');
    await expect(ticket(page, 'Bitcoin')).toContainText('$400.00 left this month');
    await amount(page).fill('400.01');
    const notice = page.getByRole('status').filter({ hasText: 'Over your limit' });
    await expect(notice).toContainText('The Personal plan has $400.00 left this month.');
    await notice.getByRole('button', { name: 'Use $400.00' }).click();
    await expect(notice).toHaveCount(0);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'Total')).toHaveText('$406.00');
    await pressBuy(page);
    await expect(toast(page, /^Successfully purchased/)).toBeVisible();
  });
});

test('buys coins by keyboard, by double click, and by amounts in dollars or coins', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '10.00' } });
  await open(page, member, '/buy-crypto');
  const holdingOf = async (symbol: string) =>
    (await member.api.call(endpoints.getPortfolio)).find((holding) => holding.symbol === symbol);

  // Rules: buy-30
  await test.step('selects a coin, a range and an amount and buys by keyboard', async () => {
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('bitcoin');
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let stop = 0; stop < 30 && !(await isThere()); stop++) await page.keyboard.press('Tab');
    };
    const isFocused = (target: Locator) => () => target.evaluate((each) => each === document.activeElement);
    await tabTo(isFocused(page.getByRole('button', { name: /^Bitcoin\s*BTC/ })));
    await page.keyboard.press('Enter');
    await expect(ticket(page, 'Bitcoin')).toBeVisible();
    const month = page.getByRole('button', { name: '1M' });
    await tabTo(isFocused(month));
    await page.keyboard.press('Space');
    await expect(month).toHaveAttribute('aria-pressed', 'true');
    await tabTo(isFocused(amount(page)));
    await page.keyboard.type('20');
    await expect(lineOf(ticket(page, 'Bitcoin'), 'Total')).toHaveText('$20.30');
    await tabTo(isFocused(submit(page)));
    await page.keyboard.press('Enter');
    await expect(toast(page, /^Successfully purchased/)).toBeVisible();
    await expectDashboard(page);
  });

  // Rules: buy-13, buy-23, buy-24
  await test.step('a double click buys once with the default method, and the toast shows the exact coins', async () => {
    await navigate(page, '/buy-crypto?coin=ETH');
    const methods = await member.api.call(endpoints.listPaymentMethods);
    const method = page.getByLabel('Payment method');
    await expect(method).toHaveValue(methods.find(({ is_default }) => is_default)?.id ?? '');
    expect(await method.getByRole('option').count()).toBe(methods.length);
    const calls = await holdCalls(page, 'POST', '/crypto/buy');
    await amount(page).fill('20');
    await submit(page).dblclick();
    await expect(submit(page)).toHaveText('Processing...');
    await expect(submit(page)).toBeDisabled();
    calls.release();
    const said = await toast(page, /^Successfully purchased .* ETH$/).innerText();
    await expect(page).toHaveURL('/dashboard');
    const holding = await holdingOf('ETH');
    expect(said).toBe(`Successfully purchased ${holding?.amount_exact} ETH`);
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$10.00');
    expect(calls.count()).toBe(1);
    await page.unroute('**/api/crypto/buy');
  });

  // Rules: buy-17
  await test.step('buys exactly the dollars divided by the held price', async () => {
    await addFunds(member, { USD: '190.00' });
    const before = unitsOf((await holdingOf('BTC'))?.amount_exact ?? '');
    await navigate(page, '/buy-crypto?coin=BTC');
    await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
    const quote = await quoted(page, () => amount(page).fill('123.45'));
    const [integer = '', fraction = ''] = quote.price_exact.split('.');
    const coins = exactOf((12_345n * 10n ** BigInt(6 + fraction.length)) / BigInt(integer + fraction), 8);
    await expect(lineOf(ticket(page, 'Bitcoin'), 'You get')).toHaveText(shown('BTC', coins));
    await pressBuy(page);
    await expect(toast(page, `Successfully purchased ${coins} BTC`)).toBeVisible();
    await expect(page.getByRole('article', { name: 'US Dollar' })).toContainText('$74.69');
    const after = unitsOf((await holdingOf('BTC'))?.amount_exact ?? '');
    expect(exactOf(after - before, 8)).toBe(coins);
  });

  // Rules: buy-12
  await test.step('an amount in coins costs the held price and buys exactly those coins', async () => {
    await navigate(page, '/buy-crypto?coin=ETH');
    await quoted(page, () => amount(page).fill('20'));
    const coins = await lineOf(ticket(page, 'Ethereum'), 'You get').innerText();
    await page.getByLabel('Amount in').selectOption('ETH');
    await expect(amount(page)).toHaveValue(coins.replace(' ETH', ''));
    await amount(page).fill('0.000000001');
    await pressBuy(page);
    await expectFieldError(amount(page), 'An amount in ETH has at most 8 decimals');
    const quote = await quoted(page, () => amount(page).fill('0.00123456'));
    expect(quote.crypto_amount_exact).toBe('0.00123456');
    expect(unitsOf(quote.total_exact)).toBe(unitsOf(quote.amount_exact) + unitsOf(quote.fee_exact));
    await expect(lineOf(ticket(page, 'Ethereum'), 'Amount')).toHaveText(shown('USD', quote.amount_exact));
    await expect(lineOf(ticket(page, 'Ethereum'), 'Total')).toHaveText(shown('USD', quote.total_exact));
    await pressBuy(page);
    await expect(toast(page, 'Successfully purchased 0.00123456 ETH')).toBeVisible();
    const [line] = await member.api.call(endpoints.listTransactions, { query: { type: 'buy_crypto' } });
    expect(line?.crypto_amount_exact).toBe('0.00123456');
  });
});

test('a rejected purchase shows the reason and buys nothing', async ({ page, newMember, open, provoke }) => {
  provoke(409);
  const member = await newMember({ funds: { USD: '71.04' } });
  await open(page, member, '/buy-crypto?coin=BTC');

  // Rules: buy-19
  await test.step('replaces a used price and buys only at the next press', async () => {
    const { id: quote_id } = await quoted(page, () => amount(page).fill('20'));
    await member.api.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '20.00', payment_method_id: usdBalanceMethodId, quote_id },
    });
    const next = await quoted(page, () => submit(page).click());
    const sentence = 'Nothing was bought. The price has changed. Press Buy to accept the new price.';
    await expect(toast(page, sentence)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Press Buy again to accept the new price' })).toBeVisible();
    const purchases = () => member.api.call(endpoints.listTransactions, { query: { type: 'buy_crypto' } });
    expect(await purchases()).toHaveLength(1);
    await pressBuy(page);
    await expect(toast(page, `Successfully purchased ${next.crypto_amount_exact} BTC`)).toBeVisible();
    expect(await purchases()).toHaveLength(2);
    await expectDashboard(page);
  });

  // Rules: buy-22
  await test.step("reports an insufficient balance before the purchase and in the server's error", async () => {
    // The balance is $50.74: $20.30 were paid from it, and another $20.30 by card.
    await navigate(page, '/buy-crypto?coin=BTC');
    await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
    await amount(page).fill('50');
    await expect(page.getByRole('status').filter({ hasText: 'Insufficient balance' })).toContainText('$0.01');
    await pressBuy(page);
    await expect(toast(page, 'Insufficient balance: this needs $50.75.')).toBeVisible();
    await expectFieldError(amount(page), 'Insufficient balance: this needs $50.75.');
    await expect(page).toHaveURL('/buy-crypto?coin=BTC');
  });
});

// Rules: buy-25
test("shows the server's error message, or the fixed one without it", async ({ page, newMember, open, provoke }) => {
  provoke(409, 'net::ERR_FAILED');
  const member = await newMember();
  await addCard(member.api, 'tok_declined');
  await open(page, member, '/buy-crypto?coin=BTC');
  await amount(page).fill('5');
  await pressBuy(page);
  await expect(toast(page, /^Visa •••• 0002 was declined\./)).toBeVisible();
  await expectFieldError(page.getByLabel('Payment method'), 'Visa •••• 0002 was declined.');

  await addCard(member.api, 'tok_visa');
  await page.reload();
  await page.getByLabel('Payment method').selectOption({ label: 'Visa •••• 4242' });
  await amount(page).fill('500.01');
  await pressBuy(page);
  await expect(toast(page, /\$500\.00/)).toBeVisible();

  await page.route('**/api/crypto/buy', (route) => route.abort());
  await amount(page).fill('5');
  await pressBuy(page);
  await expect(toast(page, 'Failed to buy cryptocurrency')).toBeVisible();
});

// Rules: buy-18
test('counts down a held price and renews it before it expires', async ({ page, newMember, open }) => {
  await page.clock.install();
  const member = await newMember({ funds: { USD: '100.00' } });
  await open(page, member, '/buy-crypto?coin=BTC');
  await quoted(page, () => amount(page).fill('20'));
  const first = await held(page).innerText();
  await expect(held(page)).not.toHaveText(first);
  const second = await quoted(page, () => page.clock.fastForward('00:19'));
  await expect(held(page)).toHaveText(/00:(20|1\d)$/);
  const calls = await holdCalls(page, 'POST', '/crypto/buy');
  const [sent] = await Promise.all([page.waitForRequest('**/api/crypto/buy'), submit(page).click()]);
  calls.release();
  expect(sent.postDataJSON()).toMatchObject({ amount_usd: '20.00', quote_id: second.id });
  await expect(toast(page, `Successfully purchased ${second.crypto_amount_exact} BTC`)).toBeVisible();
});
