import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { send, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const inDoubt = (page: Page) => page.getByRole('main').getByText('it will not be sent twice');

async function fill(page: Page, to: Member, figure: string) {
  await page.getByLabel('Recipient email').fill(to.email);
  await page.getByLabel('Amount', { exact: true }).fill(figure);
  await page.getByLabel('Note').fill('Rent');
}

/** The server does what it is asked to do, and nobody hears of it. */
const loseAnswers = (page: Page, path: string) =>
  page.route(`**/api${path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });

test('a payment whose answer was lost is made once, though the page is loaded anew before it is sent again', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke('net::ERR_FAILED');
  const [sender, piet] = [await newMember({ funds: { USD: '700.00' } }), await newMember({ name: 'Piet Mondriaan' })];
  await send(sender, piet, '1.00');
  const sums = async () =>
    (await sender.api.call(endpoints.listTransactions, { query: { type: 'send' } })).map(
      ({ counter_amount_exact: sum }) => sum,
    );
  await open(page, sender, '/send');
  await loseAnswers(page, '/transactions/send');
  await fill(page, piet, '20');
  await expect(inDoubt(page)).toHaveCount(0);
  await submit(page).click();
  await expect(inDoubt(page)).toBeVisible();
  await page.unroute('**/api/transactions/send');

  await page.reload();
  await fill(page, piet, '20.01');
  await expect(inDoubt(page)).toHaveCount(0);
  await fill(page, piet, '20');
  await expect(inDoubt(page)).toBeVisible();
  await submit(page).click();
  await expect(toast(page, `Successfully sent USD 20.00 to ${piet.email}`)).toBeVisible();
  expect(await sums()).toEqual(['20.00', '1.00']);
});

test('all of a coin is sold once and said to be, though the answer was lost and the coins are gone', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke('net::ERR_FAILED');
  const member = await newMember({ funds: { USD: '300.00' }, coins: { BTC: '100.00', ETH: '100.00' } });
  await open(page, member, '/sell-crypto?coin=BTC');
  const form = page.getByRole('form', { name: 'Sell Bitcoin' });
  await form.getByRole('button', { name: 'Use Max' }).click();
  await expect(form).toContainText('Price held for');
  await loseAnswers(page, '/crypto/sell');
  await submit(page).click();
  const holdings = page.getByRole('region', { name: 'Your holdings' });
  await expect(holdings.getByRole('button', { name: /^Bitcoin/ })).toHaveCount(0);
  await expect(form.getByText('it will not be sold twice')).toBeVisible();
  await page.unroute('**/api/crypto/sell');
  await submit(page).click();
  const [sold] = await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
  await expect(toast(page, new RegExp(`^Successfully sold .* BTC for \\$${sold?.amount_exact}$`))).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(await member.api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } })).toHaveLength(1);
});
