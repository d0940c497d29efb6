import { endpoints } from '@florin/contract';
import type { Attempt } from './business-attempts.ts';
import type { TestMember } from './test-app.ts';
import { invoiceInput, issueInvoice, writeInvoice } from './write-invoice.ts';

export type OwnInvoices = { readonly invoiceId: string; readonly draftId: string; readonly recordedId: string };

/** Writes an issued invoice with a recorded payment, and a draft. */
export async function invoicesOf(owner: TestMember): Promise<OwnInvoices> {
  const { id: invoiceId } = await issueInvoice(owner);
  const call = { params: { id: invoiceId }, body: { amount: '1.00' } };
  const { payments } = await owner.client.call(endpoints.recordInvoicePayment, call);
  return { invoiceId, draftId: (await writeInvoice(owner)).id, recordedId: payments[0]?.id ?? '' };
}

/** Every call that takes the id of an invoice. */
export const invoiceAttempts = (own: () => OwnInvoices | undefined): Record<string, Attempt> => ({
  'reading an invoice': {
    endpoint: endpoints.getInvoice,
    id: () => own()?.invoiceId ?? '',
    call: (client, id) => client.call(endpoints.getInvoice, { params: { id } }),
  },
  'changing a draft': {
    endpoint: endpoints.changeInvoice,
    id: () => own()?.draftId ?? '',
    call: (client, id) => client.call(endpoints.changeInvoice, { params: { id }, body: invoiceInput() }),
  },
  'deleting a draft': {
    endpoint: endpoints.removeInvoice,
    id: () => own()?.draftId ?? '',
    call: (client, id) => client.call(endpoints.removeInvoice, { params: { id } }),
  },
  'issuing a draft': {
    endpoint: endpoints.issueInvoice,
    id: () => own()?.draftId ?? '',
    call: (client, id) => client.call(endpoints.issueInvoice, { params: { id }, body: { mail: false } }),
  },
  'reminding of an invoice': {
    endpoint: endpoints.remindOfInvoice,
    id: () => own()?.invoiceId ?? '',
    call: (client, id) => client.call(endpoints.remindOfInvoice, { params: { id } }),
  },
  'crediting an invoice': {
    endpoint: endpoints.creditInvoice,
    id: () => own()?.invoiceId ?? '',
    call: (client, id) => client.call(endpoints.creditInvoice, { params: { id }, body: { mail: false } }),
  },
  'recording a payment of an invoice': {
    endpoint: endpoints.recordInvoicePayment,
    id: () => own()?.invoiceId ?? '',
    call: (client, id) => client.call(endpoints.recordInvoicePayment, { params: { id }, body: { amount: '1.00' } }),
  },
  'removing a recorded payment': {
    endpoint: endpoints.removeInvoicePayment,
    id: () => own()?.recordedId ?? '',
    call: (client, paymentId) =>
      client.call(endpoints.removeInvoicePayment, { params: { id: own()?.invoiceId ?? '', paymentId } }),
  },
  'printing an invoice': {
    endpoint: endpoints.printInvoice,
    id: () => own()?.invoiceId ?? '',
    call: (client, id) => client.open(endpoints.printInvoice, { params: { id } }),
  },
});
