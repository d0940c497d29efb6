import { endpoints, type Transaction } from '@florin/contract';
import type { Page, Request } from '@playwright/test';
import { expectDetails } from './agreement.ts';
import { expectNothingOver, goBackFromOver } from './back.ts';
import { navigate } from './navigate.ts';
import { emptyPage } from './kept-windows.ts';
import { addFunds, buy, send, uniqueEmail, type Given, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { failCalls } from './screen.ts';

const heading = (page: Page, count: string) =>
  page.getByRole('heading', { name: `All Transactions (${count})`, exact: true });
const rows = (page: Page) => page.getByRole('main').locator('a[aria-haspopup=dialog]');
const type = (page: Page) => page.getByRole('combobox', { name: 'Type' });
const time = (page: Page) => page.getByRole('combobox', { name: 'Time' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search transactions' });

type NewMember = (given?: Given) => Promise<Member>;

async function withHistory(newMember: NewMember) {
  const member = await newMember();
  const lea = await giveHistory(member, newMember);
  return { member, lea, lines: await linesOf(member) };
}

/** Creates a deposit, a send, a receipt, a purchase and a sale. */
async function giveHistory(member: Member, newMember: NewMember): Promise<Member> {
  await addFunds(member, { USD: '400.00' });
  const lea = await newMember({ name: 'Léa Moreau', funds: { USD: '50.00' } });
  await send(member, lea, '25.00', 'Studio rent');
  await send(lea, member, '7.77', 'Stamps');
  const { crypto_amount_exact: coins } = await buy(member, 'BTC', '60.00');
  await member.api.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: coins } });
  return lea;
}

const linesOf = ({ api }: Member) => api.call(endpoints.listTransactions, { query: {} });

test('the history can be searched, filtered, opened and restored from the address', async ({
  page,
  newMember,
  open,
}) => {
  const { member, lines } = await withHistory(newMember);
  const asked: (string | null)[] = [];
  const recordType = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/transactions') asked.push(searchParams.get('type'));
  };
  page.on('request', recordType);
  await open(page, member, '/transactions');

  // Rules: transactions-5
  await test.step('searches names, notes, coins and amounts without a call', async () => {
    await expect(heading(page, '5')).toBeVisible();
    const calls: string[] = [];
    const note = (request: Request) => calls.push(request.url());
    page.on('request', note);
    for (const [words, descriptions] of [
      ['lea', ['Received from Léa Moreau', 'Sent to Léa Moreau']],
      ['STUDIO', ['Sent to Léa Moreau']],
      ['btc', ['Sold Bitcoin', 'Bought Bitcoin']],
      ['7.77', ['Received from Léa Moreau']],
      ['visa', ['Added from Visa •••• 4242']],
    ] as const) {
      await search(page).fill(words);
      await expect(heading(page, String(descriptions.length))).toBeVisible();
      await expect(rows(page)).toContainText([...descriptions]);
    }
    await search(page).fill('no such thing');
    await expect(page.getByText('No transactions found')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(heading(page, '5')).toBeVisible();
    await expect(search(page)).toHaveValue('');
    expect(calls.filter((url) => url.includes('/api/transactions'))).toEqual([]);
    page.off('request', note);
  });

  // Rules: transactions-4
  await test.step('selecting a type loads it from the server, and all types without a parameter', async () => {
    expect(asked).toEqual([null]);
    for (const [value, description] of [
      ['send', 'Sent to Léa Moreau'],
      ['receive', 'Received from Léa Moreau'],
      ['buy_crypto', 'Bought Bitcoin'],
      ['sell_crypto', 'Sold Bitcoin'],
    ] as const) {
      await type(page).selectOption(value);
      await expect(heading(page, '1')).toBeVisible();
      await expect(rows(page)).toContainText([description]);
      expect(asked.at(-1)).toBe(value);
      await expect(page).toHaveURL(`/transactions?type=${value}`);
    }
    const before = asked.length;
    await type(page).selectOption('all');
    await expect(heading(page, '5')).toBeVisible();
    await expect(page).toHaveURL('/transactions');
    await expect.poll(() => asked.slice(before)).toEqual([null]);
    await type(page).selectOption('send');
    await expect.poll(() => asked.slice(before)).toEqual([null, 'send']);
    page.off('request', recordType);
    await type(page).selectOption('all');
    await expect(heading(page, '5')).toBeVisible();
  });

  await test.step('each transaction opens its figures, and Back closes them', async () => {
    for (const line of lines) await expectDetails(page, line);
    await expectNothingOver(page);
    await rows(page).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await goBackFromOver(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/transactions');
  });

  await test.step('transactions can be opened and closed by keyboard and keep the focus', async () => {
    await expect(rows(page).first()).toBeVisible(); // otherwise Tab would skip the rows
    await page.getByRole('button', { name: 'Export' }).focus();
    await expect(async () => {
      await page.keyboard.press('Tab'); // past the filters
      await expect(rows(page).first()).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Bought Bitcoin' })).toBeVisible();
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(2)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rows(page).nth(1)).toBeFocused();
  });

  await test.step('the filters are in the address and survive a reload', async () => {
    await navigate(page, '/transactions?type=send&time=week&q=rent');
    await expect(type(page)).toHaveValue('send');
    await expect(time(page)).toHaveValue('week');
    await expect(search(page)).toHaveValue('rent');
    await expect(heading(page, '1')).toBeVisible();
    await page.reload();
    await expect(heading(page, '1')).toBeVisible();
  });
});

test('the history is empty at first and can be filtered on phones and wide screens', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember();
  await open(page, member, '/transactions');

  // Rules: transactions-3, transactions-4
  await test.step('a new account has no transactions', async () => {
    await expect(page).toHaveTitle(/^Transaction History/);
    await expect(page.getByRole('heading', { level: 1, name: 'Transaction History' })).toBeVisible();
    await expect(heading(page, '0')).toBeVisible();
    await expect(page.getByText('No transactions found')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters')).toBeVisible();
    await expect(search(page)).toBeVisible();
    await expect(type(page).locator('option')).toHaveText([
      'All types',
      'Send',
      'Receive',
      'Buy Crypto',
      'Sell Crypto',
      'Deposit',
      'Withdrawal',
      'Exchange',
      'Plan',
      'Taken back',
    ]);
    await expect(time(page).locator('option')).toHaveText(['All time', 'Today', 'This week', 'This month']);
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Add Funds' })).toHaveAttribute(
      'href',
      '/dashboard?tab=wallet&add=USD',
    );
    await page.getByRole('main').getByRole('link', { name: 'Receive' }).click();
    await expect(page).toHaveURL('/receive');
    await expect(page.getByRole('heading', { level: 1, name: 'Receive' })).toBeVisible();
  });

  await giveHistory(member, newMember);
  await member.api.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '20.00' } });
  await member.api.call(endpoints.sendMoney, { body: { recipient_email: uniqueEmail('nobody'), amount: '2.00' } });
  for (const width of [390, 1280])
    await test.step(`the server filters by currency, status and dates, and a reload keeps the filters at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await navigate(page, '/transactions');
      await expect(heading(page, '8')).toBeVisible();
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByRole('combobox', { name: 'Currency' }).selectOption('Euro');
      await expect(heading(page, '1')).toBeVisible();
      await page.getByRole('button', { name: 'Remove filter: EUR' }).click();
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
      await expect(heading(page, '1')).toBeVisible();
      await page.reload();
      await expect(heading(page, '1')).toBeVisible();
      await expect(page).toHaveURL('/transactions?status=pending');
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('To', { exact: true }).fill('2020-01-01');
      await expect(page.getByText('No transactions found')).toBeVisible();
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await expect(heading(page, '8')).toBeVisible();
      await expect(page).toHaveURL('/transactions');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await navigate(page, '/dashboard');
    });
});

// Rules: transactions-6
test('the time filter offers today, the last seven days and the current month of this year', async ({
  page,
  newMember,
  open,
}) => {
  const { member, lines } = await withHistory(newMember);
  const made = new Date(lines[0]?.date ?? '').getTime();
  const day = 24 * 60 * 60 * 1000;
  const expectations = [
    { later: 0, today: '5', week: '5', month: '5' },
    { later: 2 * day, today: '0', week: '5' },
    { later: 6.9 * day, today: '0', week: '5' },
    { later: 7.1 * day, today: '0', week: '0' },
    { later: 365 * day, today: '0', week: '0', month: '0' },
  ];
  let serverNow = made;
  // Simulates a later visit with the server's clock, because the server's clock decides. The device's clock is
  // unchanged.
  await page.route(/\/api\/(?!events)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(serverNow).toUTCString() } });
  });
  await open(page, member, emptyPage); // only sets the session; the page loads for each time below
  for (const { later, ...counts } of expectations) {
    serverNow = made + later;
    await page.goto('/transactions');
    await expect(heading(page, '5')).toBeVisible();
    for (const [filter, count] of Object.entries(counts)) {
      await time(page).selectOption(filter);
      await expect(heading(page, count)).toBeVisible();
    }
  }
});

test("a link to a transaction opens it, and a link to another member's shows not found", async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(404);
  const { member, lea, lines } = await withHistory(newMember);
  const deposit = lines.at(-1);
  await open(page, member, `/transactions?id=${deposit?.id}`);
  await expect(page.getByRole('dialog', { name: 'Added from Visa •••• 4242' })).toContainText('+$400.00');
  const foreign = await linesOf(lea);
  await page.goto(`/transactions?id=${foreign[0]?.id}`);
  await expect(page.getByRole('dialog')).toContainText('This transaction does not exist.');
});

// Rules: transactions-17
test('shows an error with Retry when the history fails to load', async ({ page, newMember, open, provoke }) => {
  provoke(503);
  const { member } = await withHistory(newMember);
  const trouble = await failCalls(page, '/transactions?**');
  await open(page, member, '/transactions');
  await expect(page.getByRole('alert')).toContainText('Could not load');
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toHaveCount(0);
  await trouble.stop();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page, '5')).toBeVisible();
});

// Rules: transactions-16
test('a long history loads page by page while scrolling, each transaction once', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { USD: '400.00' } });
  const other = await newMember();
  const sent = Array.from({ length: 120 }, (_, i) => `0.${String(101 + i).slice(-2)}`);
  for (const amount of sent.filter((figure) => figure !== '0.00')) await send(member, other, amount);
  const all: Transaction[] = await member.api.call(endpoints.listTransactions, { query: { limit: 500 } });
  await open(page, member, '/transactions?q=0.01');
  await expect(rows(page)).toContainText(['−$0.02', '−$0.02']); // one of them is on the second page
  await page.goto('/transactions'); // a reload, because the search has loaded all pages
  await expect(rows(page).first()).toBeVisible();
  await page.mouse.move(640, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(heading(page, String(all.length))).toBeVisible({ timeout: 500 });
  }).toPass();
});
