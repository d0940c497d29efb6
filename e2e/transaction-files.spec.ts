import { readFile } from 'node:fs/promises';
import { endpoints, type Transaction } from '@florin/contract';
import type { Download, Page } from '@playwright/test';
import { sumOf, unitsOf } from './figures.ts';
import { buy, send, type Given, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { failCalls } from './screen.ts';

const heading = (page: Page, count: string) =>
  page.getByRole('heading', { name: `All Transactions (${count})`, exact: true });

async function exported(page: Page, item: string | RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: item }).click();
  return download;
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

/** Parses the lines of a CSV by their headings. These histories need no quotes. */
function linesOf(csv: string): Record<string, string>[] {
  const [headings = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  return lines.map((line) => Object.fromEntries(line.map((value, i) => [headings[i], value])));
}

async function withHistory(newMember: (given?: Given) => Promise<Member>) {
  const member = await newMember({ funds: { USD: '400.00', EUR: '90.00' } });
  const lea = await newMember({ name: 'Léa Moreau', funds: { USD: '50.00' } });
  await send(member, lea, '25.00', 'Studio rent');
  await send(lea, member, '7.77', 'Stamps');
  await buy(member, 'BTC', '60.00');
  await send(member, lea, '3.10', 'Coffee');
  return { member, lines: await member.api.call(endpoints.listTransactions, { query: {} }) };
}

/** Sets the filters and waits until the address has exactly these filters, because the address changes later. */
async function filter(page: Page, only: { type?: string; time?: string; q?: string }) {
  const { type = 'all', time = 'all', q = '' } = only;
  await page.getByRole('combobox', { name: 'Type' }).selectOption(type);
  await page.getByRole('combobox', { name: 'Time' }).selectOption(time);
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill(q);
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(only);
}

test('the history exports statements, receipts and CSV files', async ({ page, newMember, open }) => {
  const { member, lines } = await withHistory(newMember);
  await open(page, member, '/transactions');

  // Rules: transactions-13
  await test.step('a statement of a wallet and month is a PDF', async () => {
    await expect(heading(page, '6')).toBeVisible();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Statement (PDF)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Statement (PDF)' });
    await dialog.getByRole('combobox', { name: 'Wallet' }).selectOption('EUR');
    const month = await dialog.getByRole('combobox', { name: 'Month' }).inputValue();
    expect(month).toBe(new Date().toISOString().slice(0, 7));
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download statement' }).click();
    expect((await download).suggestedFilename()).toBe(`florin-statement-EUR-${month}.pdf`);
    expect((await textOf(await download)).slice(0, 5)).toBe('%PDF-');
    await expect(dialog).toHaveCount(0);
  });

  // Rules: transactions-14
  await test.step('each transaction has a PDF receipt', async () => {
    const sent = lines.find(({ type }) => type === 'send');
    await page.getByRole('link', { name: String(sent?.note) }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Download receipt' }).click();
    expect((await download).suggestedFilename()).toMatch(/^florin-receipt-.+\.pdf$/);
    expect((await textOf(await download)).slice(0, 5)).toBe('%PDF-');
    await page.keyboard.press('Escape');
  });

  // Rules: transactions-9
  await test.step('the CSV has exactly the filtered transactions', async () => {
    const idsOf = (some: readonly Transaction[]) => some.map(({ id }) => id);
    for (const [filters, shown] of [
      [{ type: 'send' }, lines.filter(({ type }) => type === 'send')],
      [{ q: 'lea' }, lines.filter(({ counterparty }) => counterparty === 'Léa Moreau')],
      [{ type: 'send', time: 'week', q: 'studio' }, lines.filter(({ note }) => note === 'Studio rent')],
    ] as const) {
      await filter(page, filters);
      await expect(heading(page, String(shown.length))).toBeVisible();
      const rows = linesOf(await textOf(await exported(page, /^CSV of th/)));
      expect(rows.map((row) => row['id'])).toEqual(idsOf(shown));
    }
    await filter(page, {});
  });

  // Rules: transactions-12
  await test.step('the CSV of all transactions sums to the available balances', async () => {
    await send(member, { email: 'nobody.yet@florin.example' }, '10.00');
    await expect(heading(page, String(lines.length + 1))).toBeVisible();
    const download = await exported(page, `CSV of these ${lines.length + 1} transactions`);
    expect(download.suggestedFilename()).toMatch(/^florin-transactions-\d{4}-\d\d-\d\d\.csv$/);
    const rows = linesOf(await textOf(download));
    expect(rows).toHaveLength(lines.length + 1);
    for (const { currency, available_exact: available } of await member.api.call(endpoints.listWallets)) {
      const own = rows.filter((row) => row['currency'] === currency).map((row) => row['amount'] ?? '');
      expect(sumOf(own), currency).toBe(unitsOf(available));
    }
  });
});

test('a failed export shows an error with Try again', async ({ page, newMember, open, provoke }) => {
  provoke(503);
  const { member } = await withHistory(newMember);
  await open(page, member, '/transactions');
  await expect(heading(page, '6')).toBeVisible();
  const trouble = await failCalls(page, '/transactions/export');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV of these 6 transactions' }).click();
  await expect(page.getByText('The export was interrupted. Nothing was saved.')).toBeVisible();
  await trouble.stop();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(linesOf(await textOf(await download))).toHaveLength(6);
});
