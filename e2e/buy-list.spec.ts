import { endpoints, type MarketItem } from '@florin/contract';
import type { Page, Request } from '@playwright/test';
import { expectNothingOver, goBackFromOver } from './back.ts';
import { expect, test } from './product.ts';
import { failCalls, toast } from './screen.ts';

const coins = (page: Page) => page.getByRole('region', { name: 'Cryptocurrencies' });
const coin = (page: Page, name: string) => coins(page).getByRole('button', { name: new RegExp(`^${name}\\b`) });
const list = (page: Page) => coins(page).getByRole('list');
const names = (page: Page) => list(page).locator('.row-title').allInnerTexts();
const star = (page: Page, name: string) => page.getByRole('button', { name: `Favorite ${name}`, exact: true });

/** Opens the page and returns the list of coins in its response. */
async function listed(page: Page, goThere: () => Promise<void>): Promise<MarketItem[]> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/crypto/list'), goThere()]);
  return endpoints.listCoins.answer?.parse(await answer.json()) ?? [];
}

test('the coin list can be scrolled and searched', async ({ page, newMember, open }) => {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/crypto/prices') asked.push(searchParams.get('symbols') ?? '');
  };
  page.on('request', note);
  const items = await listed(page, async () => open(page, await newMember(), '/buy-crypto'));

  // Rules: buy-4, buy-5
  await test.step('the list scrolls within 600 pixels and subscribes to prices of visible coins', async () => {
    expect((await list(page).boundingBox())?.height).toBe(600);
    const price = coin(page, 'Bitcoin').first().locator('.amount');
    const before = await price.innerText();
    await expect(price).not.toHaveText(before);
    const last = items.at(-1)?.symbol ?? '';
    const watched = () => asked.at(-1)?.split(',') ?? [];
    expect(watched()).toContain('BTC');
    expect(watched()).not.toContain(last);
    const lastRow = list(page).getByRole('listitem').last();
    // All rows exist for the browser's search; rows that were never near the window contain only their name.
    await expect(list(page).getByRole('listitem')).toHaveCount(items.length);
    await expect(lastRow).toHaveText(new RegExp(`${last}$`));
    await lastRow.scrollIntoViewIfNeeded();
    await expect.poll(watched).toContain(last);
    await expect(lastRow).toContainText('$');
    await expect(lastRow.getByRole('button', { name: /^Favorite / })).toHaveCount(1);
    await expect(coins(page)).toContainText('Simulated prices, updated just now');
    page.off('request', note);
  });

  // Rules: buy-2
  await test.step('finds coins by name or symbol', async () => {
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

  // Rules: buy-1, buy-9, buy-10
  await test.step('the panel asks for a coin until one is selected', async () => {
    await expect(page.getByText('Choose from 170+ cryptocurrencies')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toBeVisible();
    await expect.poll(() => coins(page).getByRole('button').count()).toBeGreaterThanOrEqual(180);
    await coin(page, 'Bitcoin').first().click();
    await expect(page).toHaveURL('/buy-crypto?coin=BTC');
    await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toHaveCount(0);
    const summary = page.getByRole('region', { name: 'Bitcoin' });
    for (const text of ['BTC', '$', '%', 'Market cap', '24h low', '24h high'])
      await expect(summary).toContainText(text);
    await expect(summary.getByRole('link', { name: 'Bitcoin' })).toHaveAttribute('href', '/crypto/BTC');
  });
});

test('the coin list can be sorted and marked with favorites', async ({ page, newMember, open }) => {
  const member = await newMember();
  const items = await listed(page, () => open(page, member, '/buy-crypto'));

  // Rules: buy-6
  await test.step('sorts by market cap, change or name, and keeps the order over a reload', async () => {
    const first = (order: (a: MarketItem, b: MarketItem) => number) =>
      items
        .toSorted(order)
        .slice(0, 5)
        .map(({ name }) => name);
    await expect.poll(async () => (await names(page)).slice(0, 5)).toEqual(first((a, b) => b.marketCap - a.marketCap));
    await page.getByLabel('Sort by').selectOption('24h change');
    await expect(page).toHaveURL('/buy-crypto?sort=change');
    await expect.poll(async () => (await names(page)).slice(0, 5)).toEqual(first((a, b) => b.change - a.change));
    await page.getByLabel('Sort by').selectOption('Name');
    await expect(page).toHaveURL('/buy-crypto?sort=name');
    const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
    await expect
      .poll(async () => (await names(page)).slice(0, 5))
      .toEqual(first((a, b) => byName.compare(a.name, b.name)));
    await page.reload();
    await expect(page.getByLabel('Sort by')).toHaveValue('name');
  });

  // Rules: buy-7
  await test.step('filters by favorites, which persist', async () => {
    await page.getByLabel('Sort by').selectOption('Market cap');
    await star(page, 'Solana').click();
    await star(page, 'Bitcoin').click();
    await expect(star(page, 'Bitcoin')).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Favorites' }).click();
    await expect(page).toHaveURL('/buy-crypto?show=favorites');
    await expect.poll(() => names(page)).toEqual(['Bitcoin', 'Solana']);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['Bitcoin', 'Solana']);
    await star(page, 'Bitcoin').click();
    await expect.poll(() => names(page)).toEqual(['Solana']);
    await expect.poll(() => member.api.call(endpoints.listFavoriteCoins)).toEqual(['SOL']);
  });
});

test('reports server failures of the coin list and of favorites', async ({ page, newMember, open, provoke }) => {
  provoke(503);

  // Rules: buy-26
  await test.step('shows an error with Retry when the coin list fails to load', async () => {
    const trouble = await failCalls(page, '/crypto/list');
    await open(page, await newMember(), '/buy-crypto');
    await expect(toast(page, 'Failed to load cryptocurrencies')).toBeVisible();
    await expect(coins(page).getByRole('alert')).toContainText('Could not load');
    await trouble.stop();
    await coins(page).getByRole('button', { name: 'Retry' }).click();
    await expect(coin(page, 'Bitcoin').first()).toBeVisible();
  });

  await test.step('resets a favorite that the server did not store', async () => {
    const trouble = await failCalls(page, '/crypto/favorites/*');
    await star(page, 'Bitcoin').click();
    await expect(toast(page, 'The server did not answer. Please try again.')).toBeVisible();
    await expect(star(page, 'Bitcoin')).toHaveAttribute('aria-pressed', 'false');
    await trouble.stop();
  });
});

// Rules: buy-8
test('on a phone the coin list becomes a full-height sheet that returns the focus', async ({
  page,
  newMember,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, await newMember(), '/buy-crypto');
  await expect(page.getByRole('heading', { name: 'Select a Cryptocurrency' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeVisible();
  await page.getByRole('searchbox').fill('doge');
  await page.getByRole('button', { name: /^Dogecoin/ }).click();
  await expect(page).toHaveURL('/buy-crypto?coin=DOGE');
  await expect(page.getByRole('navigation', { name: 'Quick' })).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Cryptocurrencies' });
  const change = page.getByRole('button', { name: 'All cryptocurrencies' });
  await expect(change).toBeFocused();
  await change.click();
  expect(await sheet.boundingBox()).toMatchObject({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  await expect(page).toHaveURL('/buy-crypto?coin=DOGE');
  await expectNothingOver(page);
  await change.click();
  await expect(sheet).toBeVisible();
  await goBackFromOver(page);
  await expect(sheet).toHaveCount(0);
  await expect(change).toBeFocused();
  await expect(page).toHaveURL('/buy-crypto?coin=DOGE');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
