import { endpoints, type Client, type Invoice } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { approve } from '../../../test/proposals.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { issueInvoice, readInvoice, tokenOf } from '../../../test/write-invoice.ts';

let florin: TestApp;
let { shop, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp();
  ({ shop, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** An invoice of the shop over $2,000, above the rules' limit of $1,000. */
const dearInvoice = () =>
  issueInvoice(shop, { lines: [{ description: 'Oven', quantity: '1', unit_price: '2000.00', tax_rate: '0' }] });
const pay = (client: Client, invoice: Invoice, amount: string) =>
  client.call(endpoints.payInvoice, { params: { token: tokenOf(invoice) }, body: { amount } });
const latest = async (client: Client) => (await client.call(endpoints.listApprovals, { query: {} })).at(-1)?.id ?? '';
const available = async () => (await owner.call(endpoints.me)).balances.usd_exact;

describe('a business pays an invoice above a rule', () => {
  test('a payment of an invoice above a rule counts after other people approve it', async () => {
    const invoice = await dearInvoice();
    expect(await pay(payer, invoice, '2000.00')).toMatchObject({ status: 'pending', amount_exact: '-2040.00' });
    expect(await readInvoice(shop, invoice)).toMatchObject({ state: 'open', payments: [] });
    expect(await approve(approver, await latest(approver))).toMatchObject({ state: 'approved' });
    expect(await readInvoice(shop, invoice)).toMatchObject({
      state: 'paid',
      payments: [{ payer: { name: 'Acme Bakery' }, amount_exact: '2000.00' }],
    });
    const [line] = await owner.call(endpoints.listTransactions, { query: { type: 'send' } });
    expect(line).toMatchObject({ status: 'completed', description: `Paid invoice ${invoice.number}` });
  });

  test('a refused payment of an invoice frees its money and leaves the invoice open', async () => {
    const [invoice, before] = [await dearInvoice(), await available()];
    await pay(payer, invoice, '1500.00');
    await approver.call(endpoints.refuse, { params: { id: await latest(approver) }, body: {} });
    expect(await readInvoice(shop, invoice)).toMatchObject({ state: 'open', open_exact: '2000.00' });
    expect(await available()).toBe(before);
  });

  test('an approved payment fails and frees its money when its invoice was paid meanwhile', async () => {
    const [invoice, before] = [await dearInvoice(), await available()];
    await pay(payer, invoice, '2000.00');
    const id = await latest(approver);
    await shop.client.call(endpoints.recordInvoicePayment, { params: { id: invoice.id }, body: { amount: '1.00' } });
    expect(await approve(approver, id)).toMatchObject({ state: 'failed' });
    expect(await readInvoice(shop, invoice)).toMatchObject({ state: 'partly_paid', open_exact: '1999.00' });
    expect(await available()).toBe(before);
  });
});
