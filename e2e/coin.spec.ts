import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { shown } from './figures.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';
import { failCalls, lineOf } from './screen.ts';

const chart = (page: Page) => page.getByRole('region', { name: 'Price of Bitcoin' });
const line = (page: Page) => chart(page).getByRole('slider');
const range = (page: Page, name: string) => chart(page).getByRole('button', { name, exact: true });
const holding = (page: Page) => page.getByRole('complementary', { name: 'Your Bitcoin' });
const market = (page: Page) => page.getByRole('region', { name: 'Market' });
const trades = (page: Page) => page.getByRole('region', { name: 'Your Bitcoin transactions' });

const withBitcoin = { funds: { USD: '500.00' }, coins: { BTC: '100.00' } };

/** Formats a number as dollars, for example `$64,182.40`. */
const dollars = (value: number) => shown('USD', value.toFixed(2));

test('the page of a held coin shows its figures and links', async ({ page, newMember, open }) => {
  const member = await newMember(withBitcoin);
  await open(page, member, '/crypto/BTC');

  await test.step('the coin page shows the figures of the API', async () => {
    await expect(page).toHaveTitle('BTC · Florin');
    await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeVisible();
    const [held] = await member.api.call(endpoints.getPortfolio);
    await expect(lineOf(holding(page), 'Cost with fees')).toHaveText(shown('USD', held?.cost_exact ?? ''));
    await expect(holding(page)).toContainText(shown('BTC', held?.amount_exact ?? ''));
    await expect(holding(page)).toContainText(`at an average cost of ${dollars(held?.average_cost ?? 0)}`);
    await expect(lineOf(holding(page), 'Unrealized gain')).toHaveText(
      /^[+−]?\$\d+\.\d\d (up|down|unchanged) \d+\.\d\d%$/,
    );
    await expect(lineOf(holding(page), 'Realized gain')).toHaveCount(0);
    const coin = await member.api.call(endpoints.getCoin, { params: { symbol: 'BTC' } });
    await expect(lineOf(market(page), 'In circulation')).toHaveText(
      `${new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 }).format(coin.supply ?? 0)} BTC`,
    );
    await expect(lineOf(market(page), 'Market cap')).toHaveText(/^\$\d+(\.\d+)?T$/);
    await expect(market(page)).toContainText('Simulated prices, updated just now.');
    await expect(trades(page).getByRole('listitem')).toHaveText([/^Bought at \$.*\+0\.\d{8} BTC−\$101\.50$/]);
  });

  await test.step('price, value and gain update together', async () => {
    const price = page.getByRole('main').locator('.figure-hero');
    const before = await price.textContent();
    await expect(price).not.toHaveText(before ?? '');
    const [cost, gain, value] = await Promise.all(
      ['Cost with fees', 'Unrealized gain', 'Value now'].map(async (term) => {
        const text = (await lineOf(holding(page), term).textContent()) ?? '';
        return Number(/[+−]?\$([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')) * (text.startsWith('−') ? -1 : 1);
      }),
    );
    expect(Math.abs((cost ?? 0) + (gain ?? 0) - (value ?? 0))).toBeLessThan(1);
  });

  await test.step('the coin page links to buying, selling and its transactions', async () => {
    await holding(page).getByRole('link', { name: 'Sell' }).click();
    await expect(page).toHaveURL('/sell-crypto?coin=BTC');
    await page.goBack();
    await holding(page).getByRole('link', { name: 'Buy' }).click();
    await expect(page).toHaveURL('/buy-crypto?coin=BTC');
    await page.goBack();
    await trades(page).getByRole('link', { name: 'View All' }).click();
    await expect(page).toHaveURL('/transactions?q=Bitcoin+BTC');
    await expect(page.getByRole('link', { name: /^Bought Bitcoin/ })).toHaveCount(1);
    await page.goBack();
    await trades(page)
      .getByRole('link', { name: /^Bought at/ })
      .click();
    await expect(page.getByRole('dialog')).toContainText('Bought Bitcoin');
    await closeOver(page);
  });

  await test.step('every screen with a held coin links to its page', async () => {
    for (const [from, region] of [
      ['/dashboard', 'Crypto Portfolio'],
      ['/buy-crypto?coin=BTC', 'Bitcoin'],
      ['/sell-crypto?coin=BTC', undefined],
    ] as const) {
      await navigate(page, from);
      const place =
        region === undefined ? page.getByRole('main') : page.getByRole('region', { name: region, exact: true });
      await place.getByRole('link', { name: /^Bitcoin/ }).click();
      await expect(page).toHaveURL('/crypto/BTC');
      await expect(page.getByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeVisible();
    }
  });
});

test('the chart works with ranges, pointer, keys and narrow windows', async ({ page, newMember, open }) => {
  const member = await newMember();
  await open(page, member, '/crypto/BTC?range=1y');

  await test.step('keeps the range over a reload and loads each history in one call below 100 KB', async () => {
    await expect(line(page)).toHaveAccessibleName('Bitcoin, price over one year');
    for (const [name, text, address] of [
      ['1W', 'one week', '1w'],
      ['1M', 'one month', '1m'],
      ['All', 'all time', 'all'],
      ['1D', 'one day', '1d'],
    ] as const) {
      const answered = page.waitForResponse((response) => response.url().endsWith(`/candles?range=${address}`));
      await range(page, name).click();
      const response = await answered;
      expect((await response.body()).byteLength).toBeLessThan(100_000);
      await expect(line(page)).toHaveAccessibleName(`Bitcoin, price over ${text}`);
      await expect(page).toHaveURL(`/crypto/BTC?range=${address}`);
    }
    await page.reload();
    await expect(range(page, '1D')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('the pointer shows a point of the chart', async () => {
    await range(page, '1W').click();
    await expect(line(page)).toHaveAccessibleName('Bitcoin, price over one week');
    await chart(page)
      .locator('.plot')
      .hover({ position: { x: 200, y: 100 } });
    await expect(chart(page).getByText('Since then')).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(chart(page).getByText('Since then')).toHaveCount(0);
  });

  await test.step('stores a favorite', async () => {
    await page.getByRole('button', { name: 'Favorite Bitcoin', pressed: false }).click();
    await expect(page.getByRole('button', { name: 'Favorite Bitcoin', pressed: true })).toBeVisible();
    await expect.poll(() => member.api.call(endpoints.listFavoriteCoins)).toEqual(['BTC']);
    await page.reload();
    await page.getByRole('button', { name: 'Favorite Bitcoin', pressed: true }).click();
    await expect.poll(() => member.api.call(endpoints.listFavoriteCoins)).toEqual([]);
  });

  await test.step('keys choose a range, move along the chart and open the table', async () => {
    await navigate(page, '/buy-crypto');
    await navigate(page, '/crypto/BTC');
    await expect(range(page, '1D')).toHaveAttribute('aria-pressed', 'true');
    await range(page, '1D').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const asked = { params: { symbol: 'BTC' }, query: { range: '1m' } } as const;
    const history = await member.api.call(endpoints.getCandles, asked);
    await expect(page).toHaveURL('/crypto/BTC?range=1m');
    await expect(line(page)).toHaveAccessibleName('Bitcoin, price over one month');
    for (let i = 0; i < 4; i += 1) await page.keyboard.press('Tab'); // 1Y, All, Table, the chart
    await expect(line(page)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(line(page)).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`, \\${dollars(history.candles[0]?.[1] ?? 0)}$`),
    );
    await page.keyboard.press('ArrowRight');
    const second = dollars(history.candles[0]?.[4] ?? 0);
    await expect(line(page)).toHaveAttribute('aria-valuetext', new RegExp(`, \\${second}$`));
    await expect(chart(page).getByText(`Price ${second}`)).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const rows = chart(page)
      .getByRole('table', { name: /^Bitcoin, prices over one month/ })
      .getByRole('row');
    await expect(rows).toHaveCount(history.candles.length + 1);
    await expect(rows.last().getByRole('cell').nth(1)).toHaveText(dollars(history.candles[0]?.[1] ?? 0));
    await page.keyboard.press('Enter');
    await expect(line(page)).toBeVisible();
  });

  await test.step('the page never scrolls sideways while the window becomes narrower', async () => {
    const plot = page.getByRole('slider');
    await expect(plot).toBeVisible();
    await page.evaluate(recordOverflow);
    await page.setViewportSize({ width: 640, height: 450 });
    await expect.poll(async () => (await plot.boundingBox())?.width).toBeLessThan(600);
    await expect(page.locator('html')).toHaveAttribute('data-overflow', '0');
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

test('corrects a lower-case symbol and shows a not-found page for an unknown coin', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  await open(page, await newMember(), '/crypto/eth?range=1w');
  await expect(page).toHaveURL('/crypto/ETH?range=1w');
  await expect(page.getByRole('heading', { level: 1, name: 'Ethereum ETH' })).toBeVisible();
  await expect(page.getByText('You have no Ethereum yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sell' })).toHaveCount(0);
  provoke(404);
  await page.goto('/crypto/nosuch');
  await expect(page.getByRole('heading', { name: 'NOSUCH not found' })).toBeVisible();
  await page.getByRole('link', { name: 'All cryptocurrencies' }).click();
  await expect(page).toHaveURL('/buy-crypto');
});

test('redirects a visitor from a coin page to the login', async ({ page }) => {
  await page.goto('/crypto/BTC');
  await expect(page).toHaveURL('/login');
});

test('shows an error with Retry when the price history fails to load', async ({ page, newMember, open, provoke }) => {
  provoke(503);
  const failing = await failCalls(page, '/crypto/BTC/candles*');
  await open(page, await newMember(), '/crypto/BTC');
  await expect(chart(page).getByText('Could not load')).toBeVisible();
  await failing.stop();
  await chart(page).getByRole('button', { name: 'Retry' }).click();
  await expect(line(page)).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('on a phone Buy and Sell stay at the bottom without sideways scrolling', async ({ page, newMember, open }) => {
    await open(page, await newMember(withBitcoin), '/crypto/BTC?range=1m');
    await expect(line(page)).toBeVisible();
    const sell = page.getByRole('link', { name: 'Sell' });
    await expect(sell).toBeInViewport();
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBe(390);
    await range(page, 'All').tap();
    await expect(line(page)).toHaveAccessibleName('Bitcoin, price over all time');
    await chart(page).getByRole('button', { name: 'Table' }).tap();
    await expect(chart(page).getByRole('table')).toBeVisible();
    expect(await width()).toBe(390);
    await sell.tap();
    await expect(page).toHaveURL('/sell-crypto?coin=BTC');
  });
});

/** Runs in the page. Records the largest overflow before the layout adapts to the window. */
function recordOverflow() {
  const { dataset } = document.documentElement;
  addEventListener('resize', () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    dataset['overflow'] = String(Math.max(Number(dataset['overflow'] ?? 0), scrollWidth - clientWidth));
  });
}
