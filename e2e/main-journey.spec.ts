import { endpoints, usdBalanceMethodId } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAgreement, type Account } from './agreement.ts';
import { exactOf, unitsOf } from './figures.ts';
import { clientOf, password, uniqueEmail } from './members.ts';
import { expect, test } from './product.ts';
import { lineOf, storedSession, toast } from './screen.ts';

const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]');
const amount = (page: Page) => page.getByLabel('Amount', { exact: true });

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`on a screen ${viewport.width} px wide`, () => {
    test.use({ viewport });

    // Rules: dashboard-3
    test('money is added, sent, turned into coins and back, and every cent is accounted for', async ({
      page,
      newMember,
      newBrowser,
      open,
    }) => {
      const recipient = await newMember({ name: 'Piet Mondriaan' });
      const recipientPage = await newBrowser();
      const theirs = { ...recipient, page: recipientPage };
      await open(recipientPage, recipient);
      await expectAgreement(theirs);

      const own = await test.step('a new user signs up', () => signUp(page));
      await expectAgreement(own);

      await test.step('adds 500.00 from a sandbox card', () => addFunds(page));
      await expectAgreement(own);

      await test.step('sends 100.00 and pays 102.00', () => sendMoney(page, recipient.email));
      await expectAgreement(own);
      await recipientPage.reload();
      await expectAgreement(theirs);

      await test.step('buys Bitcoin for 50.00 and pays 50.75', () => buyBitcoin(own));
      await expectAgreement(own);

      await test.step('sells half of it', () => sellHalf(own));
      await expectAgreement(own);
      await expectAgreement(theirs);

      await expectEveryCentExplained(own, theirs);
    });
  });
}

async function signUp(page: Page): Promise<Account> {
  const email = uniqueEmail();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Get Started Free' }).first().click();
  await page.getByLabel('Full Name').fill('Nora Lind');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Account created successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  const { token } = await storedSession(page);
  return { page, email, api: clientOf(new URL(page.url()).origin, token) };
}

async function addFunds(page: Page) {
  await page.getByRole('article', { name: 'US Dollar' }).getByRole('button', { name: 'Add Funds' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Funds' });
  await amount(page).fill('500.00');
  await dialog.getByRole('button', { name: 'Visa •••• 4242' }).click();
  await expect(lineOf(dialog, 'Visa is charged')).toHaveText('$500.00');
  await dialog.getByRole('button', { name: 'Add $500.00' }).click();
  await expect(dialog.getByRole('heading', { name: '$500.00 added' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function sendMoney(page: Page, email: string) {
  await page.getByRole('link', { name: 'Send Money' }).click();
  await page.getByLabel('Recipient email').fill(email);
  await amount(page).fill('100.00');
  await page.getByLabel('Note').fill('Dinner on Friday');
  const form = page.getByRole('main');
  await expect(lineOf(form, 'Amount')).toHaveText('$100.00');
  await expect(lineOf(form, 'Fee (2%)')).toHaveText('$2.00');
  await expect(lineOf(form, 'Total')).toHaveText('$102.00');
  await submit(page).click();
  await expect(toast(page, `Successfully sent USD 100.00 to ${email}`)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
}

async function buyBitcoin({ page, api }: Account) {
  await page.getByRole('region', { name: 'Quick Actions' }).getByRole('link', { name: 'Buy Crypto' }).click();
  await page.getByRole('searchbox').fill('btc');
  await page.getByRole('button', { name: /^Bitcoin\s*BTC/ }).click();
  await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
  await amount(page).fill('50.00');
  await expect(lineOf(page.getByRole('main'), 'Total')).toHaveText('$50.75');
  await submit(page).click();
  const said = await toast(page, /^Successfully purchased/).innerText();
  const [holding] = await api.call(endpoints.getPortfolio);
  expect(said).toBe(`Successfully purchased ${holding?.amount_exact} BTC`);
  await expect(page).toHaveURL('/dashboard');
}

async function sellHalf({ page, api }: Account) {
  const [holding] = await api.call(endpoints.getPortfolio);
  const half = exactOf(unitsOf(holding?.amount_exact ?? '') / 2n, 8);
  await page
    .getByRole('region', { name: 'Crypto Portfolio' })
    .getByRole('link', { name: /Bitcoin/ })
    .click();
  await page.getByRole('main').getByRole('link', { name: 'Sell', exact: true }).filter({ visible: true }).click();
  await amount(page).fill(half);
  await submit(page).click();
  const said = await toast(page, /^Successfully sold/).innerText();
  const [sale] = await api.call(endpoints.listTransactions, { query: { type: 'sell_crypto' } });
  expect(sale?.crypto_amount_exact).toBe(half);
  const coins = half.replace(/\.?0+$/, '');
  expect(said).toBe(`Successfully sold ${coins} BTC for $${sale?.amount_exact}`);
  await expect(page).toHaveURL('/dashboard');
}

/** Expects the deposit to equal the sum of both members' balances, the fees, and the bought and sold coins. */
async function expectEveryCentExplained(own: Account, theirs: Account) {
  const [mine, other] = await Promise.all([own, theirs].map(({ api }) => api.call(endpoints.me)));
  const lines = await own.api.call(endpoints.listTransactions, { query: {} });
  expect(lines.map(({ type }) => type)).toEqual(['sell_crypto', 'buy_crypto', 'send', 'deposit']);
  const [sale, purchase, sent, deposit] = lines.map((line) => unitsOf(line.amount_exact));
  expect([purchase, sent, deposit]).toEqual([-50_75n, -102_00n, 500_00n]);
  expect(other?.balances.usd_exact).toBe('100.00');
  const unexplained = unitsOf(mine?.balances.usd_exact ?? '') - (500_00n - 102_00n - 50_75n + (sale ?? 0n));
  expect(unexplained).toBe(0n);
  const [bought, sold] = ['buy_crypto', 'sell_crypto'].map((type) =>
    unitsOf(lines.find((line) => line.type === type)?.crypto_amount_exact ?? ''),
  );
  const [holding] = await own.api.call(endpoints.getPortfolio);
  expect(unitsOf(holding?.amount_exact ?? '')).toBe((bought ?? 0n) - (sold ?? 0n));
}
