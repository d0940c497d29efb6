import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { invoiceInput, issueInvoice, readInvoice, tokenOf, writeInvoice } from '../../../test/write-invoice.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('an API key pays invoices only within its recipients and caps', async () => {
  const [hana, lea] = [await florin.signUp('Hana'), await florin.signUp('Lea')];
  const ines = await florin.signUpWith('500.00', 'Ines');
  const caps = { payment: '50.00', day: null, month: null };
  const { client } = await makeKey(florin, ines.client, { recipients: [hana.user.email], caps });
  const [invoice, other] = [await issueInvoice(hana), await issueInvoice(lea)];
  const pay = (token: string, amount: string) =>
    client.call(endpoints.payInvoice, { params: { token }, body: { amount } });
  await expect(pay(tokenOf(other), '10.00')).rejects.toMatchObject(refusedWith('recipient_not_allowed'));
  await expect(pay(tokenOf(invoice), '50.01')).rejects.toMatchObject(refusedWith('key_limit_exceeded'));
  expect(await pay(tokenOf(invoice), '50.00')).toMatchObject({ status: 'completed' });
  expect(await readInvoice(hana, invoice)).toMatchObject({ paid_exact: '50.00' });
});

test("an API key of one wallet writes invoices only in the wallet's currency", async () => {
  const hana = await florin.signUp('Hana');
  const { client } = await makeKey(florin, hana.client, { scopes: ['invoices:write'], wallet: 'EUR' });
  const write = (currency: 'USD' | 'EUR') => client.call(endpoints.createInvoice, { body: invoiceInput({ currency }) });
  await expect(write('USD')).rejects.toMatchObject(refusedWith('wallet_not_allowed'));
  const { id } = await write('EUR');
  const change = client.call(endpoints.changeInvoice, { params: { id }, body: invoiceInput() });
  await expect(change).rejects.toMatchObject(refusedWith('wallet_not_allowed'));
  expect(await client.call(endpoints.issueInvoice, { params: { id }, body: { mail: false } })).toMatchObject({
    state: 'open',
  });
});

test('an API key of one wallet cannot change invoices and drafts in another currency', async () => {
  const hana = await florin.signUp('Hana');
  const { client } = await makeKey(florin, hana.client, { scopes: ['invoices:write'], wallet: 'EUR' });
  const [{ id: draft }, invoice] = [await writeInvoice(hana), await issueInvoice(hana)];
  const params = { id: invoice.id };
  const paid = await hana.client.call(endpoints.recordInvoicePayment, { params, body: { amount: '5.00' } });
  const paymentId = paid.payments[0]?.id ?? '';
  for (const call of [
    () => client.call(endpoints.issueInvoice, { params: { id: draft }, body: { mail: false } }),
    () => client.call(endpoints.changeInvoice, { params: { id: draft }, body: invoiceInput({ currency: 'EUR' }) }),
    () => client.call(endpoints.removeInvoice, { params: { id: draft } }),
    () => client.call(endpoints.remindOfInvoice, { params }),
    () => client.call(endpoints.creditInvoice, { params, body: { mail: false } }),
    () => client.call(endpoints.recordInvoicePayment, { params, body: { amount: '5.00' } }),
    () => client.call(endpoints.removeInvoicePayment, { params: { ...params, paymentId } }),
  ])
    await expect(call()).rejects.toMatchObject(refusedWith('wallet_not_allowed'));
  expect(await readInvoice(hana, invoice)).toMatchObject({ state: 'partly_paid', paid_exact: '5.00' });
});
