// The form of a new invoice.

import { expect, type Page } from '@playwright/test';
import { lineOf } from './screen.ts';

/** Writes an invoice of $120.00 and saves its draft. */
export async function writeDraft(page: Page, customer: string) {
  await page.getByLabel('Customer', { exact: true }).fill(customer);
  await page.getByLabel('Description').fill('Consulting');
  await page.getByLabel('Quantity').fill('2');
  await page.getByLabel('Price (USD)').fill('50');
  await page.getByLabel('Tax %').fill('20');
  await expect(lineOf(page.getByRole('main'), 'Total')).toHaveText('$120.00');
  await page.getByRole('button', { name: 'Save draft' }).click();
}

/** Issues the shown draft and returns the path of its link. */
export async function issue(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  const link = page.getByRole('region', { name: 'Link for your customer' }).getByRole('paragraph');
  return new URL((await link.textContent()) ?? '').pathname;
}
