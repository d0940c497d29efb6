import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectNothingOver } from './back.ts';
import { navigate } from './navigate.ts';
import { addFunds, buy, send, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const inDoubt = (page: Page) => page.getByRole('main').getByText('Nothing will be sent twice');

async function fill(page: Page, to: Member, figure: string) {
  await page.getByLabel('Recipient email').fill(to.email);
  await page.getByLabel('Amount', { exact: true }).fill(figure);
  await page.getByLabel('Note').fill('Rent');
}

/** Runs the calls on the server but drops their answers. */
const loseAnswers = (page: Page, path: string) =>
  page.route(`**/api${path}`, async (route) => {
    await route.fetch();
    await route.abort();
  });

test('a command with a lost response can be repeated, happens once and is confirmed', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke('net::ERR_FAILED');
  const member = await newMember({ confirmed: true, funds: { USD: '5.52' } });
  const listed = (type: 'send' | 'sell_crypto') => member.api.call(endpoints.listTransactions, { query: { type } });
  const sums = async () => (await listed('send')).map(({ counter_amount_exact: sum }) => sum);
  await open(page, member);

  for (const at of ['/dashboard', '/send'])
    await test.step(`a request paid at ${at} is confirmed after a lost response`, async () => {
      await addFunds(member, { USD: '24.48' }); // $30.00: enough to pay once
      const before = await sums();
      const hana = await newMember({ name: 'Hana Sato' });
      await hana.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
      await navigate(page, at);
      const request = page.getByRole('article', { name: 'Hana Sato requested $24.00', includeHidden: true });
      await request.getByRole('button', { name: 'Pay $24.48' }).click();
      await loseAnswers(page, '/payment-requests/*/pay');
      const dialog = page.getByRole('dialog', { name: 'Pay Hana Sato' });
      await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
      await expect(request).toHaveCount(0);
      await expect(dialog.getByText('You will not pay twice')).toBeVisible();
      await page.unroute('**/api/payment-requests/*/pay');
      await dialog.getByRole('button', { name: 'Pay $24.48' }).click();
      await expect(toast(page, `Successfully sent USD 24.00 to ${hana.email}`)).toBeVisible();
      await expect(dialog).toHaveCount(0);
      expect(await sums()).toEqual(['24.00', ...before]);
      await expectNothingOver(page);
    });

  await addFunds(member, { USD: '700.00' });
  for (const coin of ['BTC', 'ETH']) await buy(member, coin, '100.00');
  const piet = await newMember({ name: 'Piet Mondriaan' });
  await send(member, piet, '1.00');

  // Rules: send-13
  await test.step('a send with a lost response happens once, also after a reload', async () => {
    await navigate(page, '/send');
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
    expect(await sums()).toEqual(['20.00', '1.00', '24.00', '24.00']);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('region', { name: 'Balances' })).toBeVisible();
  });

  // Rules: sell-19
  await test.step('a sale of a whole holding with a lost response happens once and is confirmed', async () => {
    await navigate(page, '/sell-crypto?coin=BTC');
    const form = page.getByRole('form', { name: 'Sell Bitcoin' });
    await form.getByRole('button', { name: 'Use Max' }).click();
    await expect(form).toContainText('Price held for');
    await loseAnswers(page, '/crypto/sell');
    await submit(page).click();
    const holdings = page.getByRole('region', { name: 'Your holdings' });
    await expect(holdings.getByRole('button', { name: /^Bitcoin/ })).toHaveCount(0);
    await expect(form.getByText('Nothing will be sold twice')).toBeVisible();
    await page.unroute('**/api/crypto/sell');
    await submit(page).click();
    const [sold] = await listed('sell_crypto');
    await expect(toast(page, new RegExp(`^Successfully sold .* BTC for \\$${sold?.amount_exact}$`))).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(await listed('sell_crypto')).toHaveLength(1);
  });
});
