import { endpoints, type BodyOf, type Endpoints, type Invoice, type InvoiceInput } from '@florin/contract';
import type { TestApp, TestMember } from './test-app.ts';

/** A day in UTC, this many days from now: `2026-12-31`. */
export const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const invoiceSettings: BodyOf<Endpoints['changeInvoiceSettings']> = {
  prefix: 'E-',
  rounding: 'line',
  address: [],
  tax_number: null,
  auto_remind: false,
  hosts: [],
};

/** An invoice of 100.00 with 20 % tax: 120.00. */
export const invoiceInput = (more: Partial<InvoiceInput> = {}): InvoiceInput => ({
  currency: 'USD',
  customer: { name: 'Acme Ltd', address: ['1 High Street', 'London'] },
  lines: [{ description: 'Consulting', quantity: '2', unit_price: '50.00', tax_rate: '20' }],
  due_on: dayIn(14),
  ...more,
});

/** Writes a draft through the HTTP interface. */
export const writeInvoice = ({ client }: TestMember, more: Partial<InvoiceInput> = {}): Promise<Invoice> =>
  client.call(endpoints.createInvoice, { body: invoiceInput(more) });

/** Writes and issues an invoice, and mails it to the customer's address, if any. */
export async function issueInvoice(issuer: TestMember, more: Partial<InvoiceInput> = {}): Promise<Invoice> {
  const { id } = await writeInvoice(issuer, more);
  return issuer.client.call(endpoints.issueInvoice, { params: { id }, body: { mail: true } });
}

/** Stores settings, and issues an invoice. */
export async function issueWithSettings(issuer: TestMember): Promise<Invoice> {
  await issuer.client.call(endpoints.changeInvoiceSettings, { body: invoiceSettings });
  return issueInvoice(issuer);
}

/** The token in the link of an issued invoice. */
export const tokenOf = ({ link }: Pick<Invoice, 'link'>): string => link?.split('/').at(-1) ?? '';

export const payInvoice = ({ client }: TestMember, invoice: Pick<Invoice, 'link'>, amount: string, key?: string) =>
  client.call(
    endpoints.payInvoice,
    { params: { token: tokenOf(invoice) }, body: { amount } },
    key === undefined ? {} : { idempotencyKey: key },
  );

export const readInvoice = ({ client }: TestMember, { id }: Pick<Invoice, 'id'>) =>
  client.call(endpoints.getInvoice, { params: { id } });

/** Moves the due date and the last mail of an invoice back by this many days. */
export async function letDaysPass({ database }: TestApp, { id }: Pick<Invoice, 'id'>, days: number): Promise<void> {
  const change = `update invoices set due_on = due_on - $2::int, mailed_at = mailed_at - make_interval(days => $2) where id = $1`;
  const { ownerPool } = database;
  await ownerPool.query('alter table invoices disable trigger reject_change_of_issued');
  await ownerPool.query(change, [id, days]);
  await ownerPool.query('alter table invoices enable trigger reject_change_of_issued');
}
