// Compares an account's screens with the exact fields of the API, to the last unit.

import { endpoints, type Client, type Transaction } from '@florin/contract';
import { expect, type Page } from '@playwright/test';
import { exactOf, shown, sumOf, unitsOf } from './figures.ts';
import { navigate } from './navigate.ts';
import { lineOf } from './screen.ts';

export type Account = {
  readonly page: Page;
  readonly email: string;
  readonly api: Client;
};

/**
 * Expects dashboard, list and the newest transaction's details to match the API, and the list to sum to the balances.
 */
export async function expectAgreement(account: Account) {
  const lines = await account.api.call(endpoints.listTransactions, { query: {} });
  await expectListAddsUp(account, lines);
  await expectDashboard(account, lines);
  await navigate(account.page, '/transactions');
  await expectHistory(account.page, lines);
  const [newest] = lines;
  if (newest) await expectDetails(account.page, newest);
  await navigate(account.page, '/dashboard');
}

async function expectListAddsUp({ api }: Account, lines: readonly Transaction[]) {
  for (const { currency, balance_exact: balance } of await api.call(endpoints.listWallets)) {
    const own = lines.filter((line) => line.currency === currency);
    expect(sumOf(own.map((line) => line.amount_exact)), `the ${currency} lines`).toBe(unitsOf(balance));
    if (own[0]) expect(own[0].balance_after_exact).toBe(balance);
  }
}

const walletNames = { USD: 'US Dollar', EUR: 'Euro', GBP: 'British Pound' } as const;

async function expectDashboard(account: Account, lines: readonly Transaction[]) {
  const { page, api } = account;
  const balances = page.getByRole('region', { name: 'Balances' });
  const wallets = await api.call(endpoints.listWallets);
  for (const { currency, balance_exact: balance } of wallets) {
    const figure = shown(currency, balance);
    await expect(lineOf(balances, `${walletNames[currency]} ${currency}`)).toHaveText(figure);
    const card = page.getByRole('article', { name: walletNames[currency] });
    await expect(card.getByText(figure, { exact: true }).first()).toBeVisible();
  }
  const usd = wallets.find(({ currency }) => currency === 'USD')?.balance_exact ?? '';
  await expectCoins(account, unitsOf(usd));
  const recent = page.getByRole('region', { name: 'Recent Transactions' });
  await expect(recent.getByRole('listitem')).toContainText(lines.slice(0, 5).map(rowText));
}

/** Total Balance is dollars plus the value of the coins. Prices move, so both are read at the same moment. */
async function expectCoins({ page, api }: Account, usd: bigint) {
  const held = await api.call(endpoints.getPortfolio);
  const portfolio = page.getByRole('region', { name: 'Crypto Portfolio' });
  const amounts = held.map(({ symbol, amount_exact: exact }) => shown(symbol, exact));
  await expect(portfolio.getByRole('link', { name: /\d [A-Z]+/ })).toContainText(amounts);
  await expect(async () => {
    const { total, values } = await page.evaluate(readBalances);
    expect(values).toHaveLength(held.length);
    expect(total).toBe(shown('USD', exactOf(usd + sumOf(values.map((value) => value.replaceAll(/[$,]/g, ''))))));
  }).toPass();
}

/** Runs in the page. Returns Total Balance and the value of each holding. */
function readBalances() {
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.textContent ?? '');
  return { total: texts('.dashboard-total .figure')[0], values: texts('.dashboard_portfolio .row .row-end > .amount') };
}

const rowText = ({ description, currency, amount_exact: exact }: Transaction) =>
  new RegExp(
    `${description}.*${RegExp(shown(currency, exact, { plus: true }).replaceAll(/[+$.]/g, '\\$&')).source}`,
    's',
  );

async function expectHistory(page: Page, lines: readonly Transaction[]) {
  await expect(page.getByRole('heading', { name: `All Transactions (${lines.length})` })).toBeVisible();
  await expect(page.getByRole('main').locator('a[aria-haspopup=dialog]')).toContainText(lines.map(rowText));
}

const feeNames = {
  send: 'Fee (2%)',
  buy_crypto: 'Fee (1.5%)',
  sell_crypto: 'Fee (1%)',
  receive: 'Fee',
  deposit: 'Fee',
  withdrawal: 'Fee',
  exchange: 'Fee (0.5%)',
  plan: 'Fee',
  taken_back: 'Fee',
};
const totalNames = {
  send: 'Total',
  buy_crypto: 'Total',
  sell_crypto: 'You got',
  receive: 'You got',
  deposit: 'Added',
  withdrawal: 'Withdrawn',
  exchange: 'Total',
  plan: 'Paid',
  taken_back: 'Paid',
};

/** Expects the drawer of a transaction to show its sum and its balance. */
export async function expectDetails(page: Page, line: Transaction) {
  await page
    .getByRole('main')
    .locator('a[aria-haspopup=dialog]')
    .filter({ hasText: rowText(line) })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: line.description });
  const { type, currency } = line;
  const fee = type === 'sell_crypto' ? exactOf(-unitsOf(line.fee_exact)) : line.fee_exact;
  await expect(drawer).toContainText(shown(currency, line.amount_exact, { plus: true }));
  await expect(drawer).toContainText('Completed');
  await expect(lineOf(drawer, feeNames[type])).toHaveText(shown(currency, fee));
  await expect(lineOf(drawer, totalNames[type])).toHaveText(shown(currency, line.amount_exact.replace('-', '')));
  if (line.balance_after_exact !== undefined)
    await expect(lineOf(drawer, 'Balance after')).toHaveText(shown(currency, line.balance_after_exact));
  await expect(lineOf(drawer, 'Transaction ID')).toContainText(line.id);
  if (line.crypto !== undefined && line.crypto_amount_exact !== undefined) {
    await expect(lineOf(drawer, 'Coins')).toHaveText(shown(line.crypto, line.crypto_amount_exact));
  }
  for (const text of [line.to, line.from, line.note]) {
    if (text !== undefined) await expect(drawer).toContainText(text);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
}
