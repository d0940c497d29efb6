import { endpoints, usdBalanceMethodId } from '@florin/contract';
import type { Page } from '@playwright/test';
import { closeOver } from './back.ts';
import { exactOf, shown, unitsOf } from './figures.ts';
import { navigate } from './navigate.ts';
import { addFunds, buy } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, lineOf, toast } from './screen.ts';

const amount = (page: Page) => page.getByLabel('Amount', { exact: true });
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const held = (page: Page) => page.getByText(/^Price held for 00:\d\d$/);

test('coins can be bought from and sold to wallets in other currencies', async ({ page, newMember, open }) => {
  const member = await newMember({ funds: { EUR: '50.00' } });
  await open(page, member, '/buy-crypto?coin=BTC');

  // Rules: buy-15
  await test.step('an insufficient wallet offers a deposit and the largest possible purchase', async () => {
    await page.getByLabel('Payment method').selectOption({ label: 'EUR balance · €50.00' });
    await amount(page).fill('100');
    const notice = page.getByRole('status').filter({ hasText: 'Insufficient balance' });
    await expect(notice).toContainText('Your EUR balance is €50.00');
    await notice.getByRole('button', { name: /^Use \$\d\d\.\d\d$/ }).click();
    await expect(notice).toHaveCount(0);
    await expect(held(page)).toBeVisible();
    await amount(page).fill('100');
    await notice.getByRole('link', { name: 'Add Funds' }).click();
    await expect(page).toHaveURL('/dashboard?tab=wallet');
    const dialog = page.getByRole('dialog', { name: 'Add Funds' });
    await expect(dialog.getByText('EUR').first()).toBeVisible();
    await closeOver(page);
  });

  // Rules: buy-14
  await test.step('buys with euros and sells for pounds at the shown figures, and the toast opens the receipt', async () => {
    await addFunds(member, { USD: '10.00', EUR: '250.00' });
    await navigate(page, '/buy-crypto?coin=BTC');
    const method = page.getByLabel('Payment method');
    await expect(method.locator('option').filter({ hasText: 'balance' })).toHaveText([
      'USD balance · $10.00',
      'EUR balance · €300.00',
    ]);
    await method.selectOption({ label: 'EUR balance · €300.00' });
    await amount(page).fill('100');
    await expect(held(page)).toBeVisible();
    const form = page.getByRole('form', { name: 'Buy Bitcoin' });
    await expect(lineOf(form, 'Fee (1.5%)')).toHaveText('$1.50');
    await expect(lineOf(form, 'Rate')).toHaveText(/^1 EUR = \d\.\d{4} USD$/);
    const total = await lineOf(form, 'Total').innerText();
    expect(total).toMatch(/^€\d+\.\d\d$/);
    await submit(page).click();
    // A hovered toast stays.
    await toast(page, /^Successfully purchased \d\.\d{8} BTC$/).hover();
    await expect(page).toHaveURL('/dashboard');
    const wallets = await member.api.call(endpoints.listWallets);
    const left = exactOf(30_000n - unitsOf(total.replace('€', '')));
    expect(wallets.map(({ currency, available_exact }) => `${currency} ${available_exact}`)).toContain(`EUR ${left}`);
    expect(wallets.find(({ currency }) => currency === 'USD')?.available_exact).toMatch(/^10\.0[01]$/);

    await page.getByRole('button', { name: 'View receipt' }).click();
    await expect(toast(page, /^Successfully purchased/)).toHaveCount(0);
    const drawer = page.getByRole('dialog', { name: 'Bought Bitcoin' });
    await expect(lineOf(drawer, 'Paid with')).toHaveText('EUR balance, exchanged to dollars');
    await expect(drawer.getByRole('button', { name: 'Download receipt' })).toBeVisible();
    await closeOver(page);

    await navigate(page, '/sell-crypto?coin=BTC');
    await page.getByLabel('Paid into').selectOption('British Pound wallet');
    await page.getByRole('button', { name: 'Use Max' }).click();
    await expect(held(page)).toBeVisible();
    const sale = page.getByRole('form', { name: 'Sell Bitcoin' });
    await expect(lineOf(sale, 'Rate')).toHaveText(/^1 USD = 0\.\d{4} GBP$/);
    const got = await lineOf(sale, 'You get').innerText();
    expect(got).toMatch(/^£\d+\.\d\d$/);
    await submit(page).click();
    await expect(toast(page, new RegExp(`^Successfully sold 0\\.\\d+ BTC for ${got}$`))).toBeVisible();
    const pounds = (await member.api.call(endpoints.listWallets)).find(({ currency }) => currency === 'GBP');
    expect(shown('GBP', pounds?.available_exact ?? '')).toBe(got);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('No crypto holdings yet')).toBeVisible();
  });

  // Rules: sell-11
  await test.step('selling all but one unit sells the rest too and says so before', async () => {
    await addFunds(member, { USD: '100.00' });
    await buy(member, 'BTC', '50.00');
    const [holding] = await member.api.call(endpoints.getPortfolio);
    await navigate(page, '/sell-crypto?coin=BTC');
    await amount(page).fill(exactOf(unitsOf(holding?.amount_exact ?? '') - 1n, 8));
    await expect(page.getByText('The remaining 0.00000001 BTC are sold as well.')).toBeVisible();
    await submit(page).click();
    await expect(toast(page, /^Successfully sold .* for \$/)).toBeVisible();
    expect(await member.api.call(endpoints.getPortfolio)).toEqual([]);
  });
});

// Rules: buy-15
test('an exceeded limit links to the verification, and an exceeded plan limit to the plans', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(409);
  const [member, other] = [await newMember({ funds: { USD: '2000.00' } }), await newMember()];
  await open(page, member, '/send');
  await page.getByLabel('Recipient').fill(other.email);
  await amount(page).fill('1000.01');
  const notice = page.getByRole('status').filter({ hasText: 'over your limit' });
  await expect(notice).toContainText('$1,000.00 is left today');
  await submit(page).click();
  await expectFieldError(amount(page), 'This is over your limit: $1,000.00 is left today.');
  await notice.getByRole('button', { name: 'Use $1,000.00' }).click();
  await expect(notice).toHaveCount(0);
  await amount(page).fill('1000.01');
  await expect(notice).toBeInViewport(); // it scrolls, and a click meanwhile would miss the link
  await notice.getByRole('link', { name: 'Verify your identity' }).click();
  await expect(page).toHaveURL('/kyc');

  await navigate(page, '/buy-crypto?coin=BTC');
  await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
  await amount(page).fill('600');
  await page
    .getByRole('status')
    .filter({ hasText: 'Over your limit' })
    .getByRole('link', { name: 'See plans' })
    .click();
  await expect(page).toHaveURL('/profile#plan');
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeInViewport();
});
