import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { issue, writeDraft } from './invoice-draft.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';
import { readQr } from './read-qr.ts';
import { lineOf, toast } from './screen.ts';

const main = (page: Page) => page.getByRole('main');

test('a member issues an invoice, another member pays it in two parts, and a credit note cancels a second one', async ({
  page,
  newBrowser,
  newMember,
  open,
}) => {
  const issuer = await newMember({ name: 'Hana Sato', confirmed: true });
  const payer = await newMember({ name: 'Nora Lind', confirmed: true, funds: { USD: '200.00' } });
  let link = '';

  await test.step('the issuer writes and issues an invoice', async () => {
    await open(page, issuer, '/invoices');
    await expect(page.getByText('No invoices yet')).toBeVisible();
    await page.getByRole('link', { name: 'New invoice' }).click();
    await writeDraft(page, 'Acme Ltd');
    link = await issue(page);
    await expect(lineOf(main(page), 'Open amount')).toHaveText('$120.00');
  });

  await test.step('another member pays a part, then the rest', async () => {
    const other = await newBrowser();
    await open(other, payer, link);
    const form = other.getByRole('form', { name: 'Pay this invoice' });
    await expect(form.getByLabel('Amount')).toHaveValue('120.00');
    await form.getByLabel('Amount').fill('20');
    await expect(lineOf(form, 'You pay')).toHaveText('$20.40');
    await form.getByRole('button', { name: 'Pay $20.40' }).click();
    await expect(other.getByText('Hana Sato got $20.00')).toBeVisible();
    await other.getByRole('button', { name: 'Pay more' }).click();
    await expect(form.getByLabel('Amount')).toHaveValue('100.00');
    await form.getByRole('button', { name: 'Pay $102.00' }).click();
    await expect(other.getByText('Hana Sato got $100.00')).toBeVisible();
    await expect(lineOf(main(other), 'Open amount')).toHaveText('$0.00');
    const [wallet] = await payer.api.call(endpoints.listWallets);
    expect(wallet?.balance).toBe(77.6);
  });

  await test.step('the issuer sees it paid', async () => {
    await navigate(page, '/invoices');
    await expect(page.getByRole('list', { name: 'Invoices' })).toContainText('Paid');
  });

  await test.step('a credit note cancels a second invoice', async () => {
    await page.getByRole('link', { name: 'New invoice' }).click();
    await writeDraft(page, 'Globex Ltd');
    await issue(page);
    await page.getByRole('button', { name: 'Credit note' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue credit note' }).click();
    await expect(toast(page, 'Credit note issued')).toBeVisible();
    await expect(main(page).getByText('Canceled')).toBeVisible();
  });
});

test('a visitor scans the bank transfer of an invoice in euros', async ({ page, newMember }) => {
  const issuer = await newMember({ name: 'Hana Sato', confirmed: true });
  const { id } = await issuer.api.call(endpoints.createInvoice, {
    body: {
      currency: 'EUR',
      customer: { name: 'Acme Ltd', address: [] },
      lines: [{ description: 'Consulting', quantity: '2', unit_price: '50.00', tax_rate: '20' }],
      due_on: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
    },
  });
  const { link } = await issuer.api.call(endpoints.issueInvoice, { params: { id }, body: { mail: false } });
  await page.goto(new URL(link ?? '').pathname);
  const transfer = page.getByRole('region', { name: 'Or pay by bank transfer' });
  const code = transfer.getByRole('img', { name: 'QR code of the bank transfer' });
  const text = await readQr(page, await code.screenshot());
  expect(text.split('\n').slice(0, 4)).toEqual(['BCD', '002', '1', 'SCT']);
  expect(text).toContain('EUR120.00');
});
