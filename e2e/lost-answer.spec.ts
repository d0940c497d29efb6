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

for (const at of ['/dashboard', '/send']) {
  test(`a request that was paid at ${at} is said to be, though the answer was lost and it is open no more`, async ({
    page,
    newMember,
    open,
    provoke,
  }) => {
    provoke('net::ERR_FAILED');
    const hana = await newMember({ name: 'Hana Sato' });
    const payer = await newMember({ confirmed: true, funds: { USD: '30.00' } });
    await hana.api.call(endpoints.requestMoney, { body: { recipient_email: payer.email, amount: '24.00' } });
    await open(page, payer, at);
    const request = page.getByRole('article', { name: 'Hana Sato asks for $24.00', includeHidden: true });
    await request.getByRole('button', { name: 'Pay $24.48' }).click();
    await loseAnswers(page, '/payment-requests/*/pay');
    const dialog = page.getByRole('dialog', { name: 'Pay Hana Sato' });
    await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
    await expect(request).toHaveCount(0);
    await expect(dialog.getByText('you will not pay twice')).toBeVisible();
    await page.unroute('**/api/payment-requests/*/pay');
    await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
    await expect(toast(page, `Successfully sent USD 24.00 to ${hana.email}`)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const sent = await payer.api.call(endpoints.listTransactions, { query: { type: 'send' } });
    expect(sent.map(({ counter_amount_exact: sum }) => sum)).toEqual(['24.00']);
  });
}
