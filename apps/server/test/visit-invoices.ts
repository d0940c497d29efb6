import { expect } from 'vitest';
import * as z from 'zod/mini';
import { idOf } from './answer-parts.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import type { TestMember } from './test-app.ts';
import { invoiceInput, invoiceSettings } from './write-invoice.ts';

const linked = z.object({ link: z.string() });
const withPayments = z.object({ payments: z.array(z.object({ id: z.string() })) });

/** Visits every call about invoices. The payer needs 60.00 US dollars and the fee. */
export async function visitInvoices(
  { visit, visitStream }: ReturnType<typeof endpointVisits>,
  { token, payer }: { readonly token: string; readonly payer: TestMember },
): Promise<void> {
  const body = invoiceInput({ customer: { name: 'Acme Ltd' } });
  await visit('changeInvoiceSettings', { token, body: invoiceSettings });
  expect((await visit('getInvoiceSettings', { token })).raw).toContain('"next_number":"E-0001"');
  const removed = { id: idOf((await visit('createInvoice', { token, body })).answer) };
  await visit('removeInvoice', { token, params: removed });
  const params = { id: idOf((await visit('createInvoice', { token, body })).answer) };
  await visit('changeInvoice', {
    token,
    params,
    body: { ...body, customer: { ...body.customer, email: 'a@acme.example' } },
  });
  const issued = z.parse(linked, (await visit('issueInvoice', { token, params, body: { mail: false } })).answer);
  await visit('listInvoices', { token });
  expect((await visit('getInvoice', { token, params })).raw).toContain('"total":120.00,"total_exact":"120.00"');
  await visit('remindOfInvoice', { token, params });
  expect(await visitStream('printInvoice', token, params)).toMatch(/^%PDF/);

  const link = { token: issued.link.split('/').at(-1) ?? '' };
  await visit('getPublicInvoice', { params: link });
  expect(await visitStream('printPublicInvoice', undefined, link)).toMatch(/^%PDF/);
  await visit('payInvoice', { token: payer.token, params: link, body: { amount: 60 } });
  const recorded = z.parse(
    withPayments,
    (await visit('recordInvoicePayment', { token, params, body: { amount: 10 } })).answer,
  );
  const paymentId = recorded.payments.at(-1)?.id ?? '';
  await visit('removeInvoicePayment', { token, params: { ...params, paymentId } });
  const lines = [{ description: 'Discount', quantity: '1', unit_price: '50', tax_rate: '20' }];
  await visit('creditInvoice', { token, params, body: { lines, mail: false } });
}
