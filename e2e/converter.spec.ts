import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const amount = (page: Page) => page.getByRole('tabpanel').getByLabel('Amount', { exact: true });
const result = (page: Page) => page.getByRole('tabpanel').getByLabel('Converted amount');
const from = (page: Page) => page.getByRole('combobox', { name: 'From currency' });
const to = (page: Page) => page.getByRole('combobox', { name: 'To currency' });
/** Returns the number of cut-off pixels of the figure's height. */
const cutOff = (shown: Locator) => shown.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);

test('the converter computes and explains conversions', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/dashboard?tab=converter');
  await expect(result(page)).toBeVisible();

  // Rules: dashboard-23
  await test.step('starts with 100 dollars in euros', async () => {
    await expect(amount(page)).toHaveValue('100');
    await expect(from(page)).toHaveValue('USD');
    await expect(to(page)).toHaveValue('EUR');
    await expect(result(page)).toHaveText('92.00');
    expect(await cutOff(result(page))).toBe(0);
    await expect(page.getByText('1 USD = 0.9200 EUR')).toBeVisible();
    await expect(page.getByText('Updated just now')).toBeVisible();
    expect(await from(page).getByRole('option').allTextContents()).toEqual(['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD']);
  });

  await test.step('explains that it is a calculator and links to Exchange', async () => {
    await expect(page.getByRole('tabpanel')).toContainText(
      'This is only a calculator; no money moves. To exchange money, use Exchange in the Wallet tab.',
    );
  });

  // Rules: dashboard-26
  await test.step('swaps the currencies and applies quick amounts', async () => {
    await page.getByRole('button', { name: 'Swap currencies' }).click();
    await expect(from(page)).toHaveValue('EUR');
    await expect(to(page)).toHaveValue('USD');
    await expect(result(page)).toHaveText('109.00');
    for (const [quick, converted] of [
      ['500', '545.00'],
      ['1000', '1090.00'],
      ['5000', '5450.00'],
      ['100', '109.00'],
    ] as const) {
      await page.getByRole('button', { name: quick, exact: true }).click();
      await expect(amount(page)).toHaveValue(quick);
      await expect(result(page)).toHaveText(converted);
    }
  });

  // Rules: dashboard-27
  await test.step('shows 0 for an empty or invalid amount', async () => {
    for (const typed of ['', 'twelve', '1e3']) {
      await amount(page).fill(typed);
      await expect(result(page)).toHaveText('0.00');
    }
  });

  // Rules: dashboard-24
  await test.step('uses listed rates, and crosses through the dollar for other pairs', async () => {
    const conversions = [
      ['USD', 'GBP', '1000', '790.00', '0.7900'],
      ['USD', 'JPY', '1', '149.50', '149.5000'],
      ['USD', 'CAD', '2.50', '3.40', '1.3600'],
      ['USD', 'AUD', '100', '152.00', '1.5200'],
      ['EUR', 'USD', '100', '109.00', '1.0900'],
      ['GBP', 'USD', '0.50', '0.64', '1.2700'],
      ['JPY', 'USD', '5000', '33.50', '0.0067'],
      ['CAD', 'USD', '10', '7.40', '0.7400'],
      ['AUD', 'USD', '10', '6.60', '0.6600'],
      ['EUR', 'GBP', '100', '86.11', '0.8611'],
      ['JPY', 'EUR', '10000', '61.64', '0.0062'],
      ['GBP', 'GBP', '12.34', '12.34', '1.0000'],
    ] as const;
    for (const [source, target, typed, converted, rate] of conversions) {
      await from(page).selectOption(source);
      await to(page).selectOption(target);
      await amount(page).fill(typed);
      await expect(result(page)).toHaveText(converted);
      await expect(page.getByText(`1 ${source} = ${rate} ${target}`)).toBeVisible();
    }
  });

  // Rules: dashboard-28, errors-3
  await test.step('Convert Now shows the result without a call', async () => {
    const calls: string[] = [];
    const note = (request: Request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    };
    page.on('request', note);
    await from(page).selectOption('USD');
    await amount(page).fill('250');
    await to(page).selectOption('GBP');
    await page.getByRole('button', { name: 'Convert Now' }).click();
    await expect(toast(page, 'Conversion: 250 USD = 197.50 GBP')).toBeVisible();
    await expect(page).toHaveURL('/dashboard?tab=converter');
    expect(calls).toEqual([]);
    page.off('request', note);
  });
});
