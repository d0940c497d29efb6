import { invoiceLink, type Invoice as InvoiceBody, type InvoiceRow, type PublicInvoice } from '@florin/contract';
import { quantityText, taxRateText } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { PaperSettings } from '../statements/index.ts';
import { openAmount, type Invoice, type PrintedParty } from './invoice.ts';
import { creditNotesOf, type CreditNote } from './credit-note-store.ts';
import { noInvoice } from './invoice-store.ts';
import { canRemind } from './mail-invoice.ts';
import { paymentsOf, type InvoicePayment } from './payment-store.ts';
import { mayLeadTo, readSettings } from './settings.ts';
import { transferDetails, type TransferSettings } from './transfer-details.ts';

type Shared = Omit<PublicInvoice, 'number' | 'issued_on' | 'success_url' | 'transfer'>;
type CreditNotes = readonly CreditNote[];

/** Returns a document in its issuer's view. */
export async function invoiceView(
  { pool, publicUrl }: { readonly pool: Queryable; readonly publicUrl: string },
  invoice: Invoice,
): Promise<InvoiceBody> {
  const [payments, creditNotes] = await Promise.all([paymentsOf(pool, invoice), creditNotesOf(pool, invoice)]);
  return viewWith({ publicUrl, payments, creditNotes }, invoice);
}

type Around = {
  readonly publicUrl: string;
  readonly payments: readonly InvoicePayment[];
  readonly creditNotes: CreditNotes;
};

/** Returns a document with its payments and credit notes as its issuer sees it. */
export function viewWith({ publicUrl, payments, creditNotes }: Around, invoice: Invoice): InvoiceBody {
  const { issued } = invoice;
  return {
    id: invoice.id,
    number: issued?.number ?? null,
    ...sharedView(invoice, creditNotes),
    customer_email: invoice.customer.email ?? null,
    success_url: invoice.successUrl ?? null,
    created_at: invoice.createdAt.toISOString(),
    issued_on: issued?.on ?? null,
    link: issued ? invoiceLink(publicUrl, issued.token) : null,
    payments: payments.map(({ id, payer, amount, paidAt }) => ({
      id,
      payer: payer ?? null,
      ...moneyFields('amount', amount),
      paid_at: paidAt.toISOString(),
    })),
    reminders: invoice.reminders,
    mailed_at: invoice.mailedAt?.toISOString() ?? null,
    can_remind: canRemind(invoice),
  };
}

/**
 * Returns an issued document in the form that the holders of its link see. Leaves out a `success_url` on a removed
 * host.
 */
export async function publicView(
  settings: TransferSettings & Pick<PaperSettings, 'mode'>,
  invoice: Invoice,
): Promise<PublicInvoice> {
  const { issued, successUrl, owner } = invoice;
  if (!issued) throw noInvoice();
  const [creditNotes, transfer, { hosts }] = await Promise.all([
    creditNotesOf(settings.pool, invoice),
    transferDetails(settings, invoice),
    readSettings(settings.pool, owner.id),
  ]);
  return {
    number: issued.number,
    issued_on: issued.on,
    ...sharedView(invoice, creditNotes),
    success_url: successUrl !== undefined && mayLeadTo(successUrl, hosts, settings.mode) ? successUrl : null,
    transfer,
  };
}

export function rowView(invoice: Invoice): InvoiceRow {
  const { id, credits, state, issued, customer, currency, totals, dueOn, createdAt } = invoice;
  return {
    id,
    kind: credits ? 'credit_note' : 'invoice',
    state,
    number: issued?.number ?? null,
    customer: customer.name,
    currency,
    ...moneyFields('total', totals.total),
    ...moneyFields('open', openAmount(invoice)),
    due_on: dueOn ?? null,
    issued_on: issued?.on ?? null,
    created_at: createdAt.toISOString(),
  };
}

function sharedView(invoice: Invoice, creditNotes: CreditNotes): Shared {
  const { credits, state, currency, rounding, issuer, customer, lines, totals, paid, credited } = invoice;
  return {
    kind: credits ? 'credit_note' : 'invoice',
    state,
    currency,
    rounding,
    issuer: partyView(issuer),
    customer: partyView(customer),
    lines: lines.map(({ description, quantity, unitPrice, taxRate }, index) => ({
      description,
      quantity: quantityText(quantity),
      ...moneyFields('unit_price', unitPrice),
      tax_rate: taxRateText(taxRate),
      ...moneyFields('net', totals.nets[index] ?? missingNet()),
    })),
    taxes: totals.taxes.map(({ rate, net, tax }) => ({
      rate: taxRateText(rate),
      ...moneyFields('net', net),
      ...moneyFields('tax', tax),
    })),
    ...moneyFields('net', totals.net),
    ...moneyFields('tax', totals.tax),
    ...moneyFields('total', totals.total),
    ...moneyFields('paid', paid),
    ...moneyFields('credited', credited),
    ...moneyFields('open', openAmount(invoice)),
    due_on: invoice.dueOn ?? null,
    note: invoice.note ?? null,
    credits_number: credits?.number ?? null,
    credit_notes: creditNotes.map(({ id, number, total, on }) => ({
      id,
      number,
      ...moneyFields('total', total),
      issued_on: on,
    })),
  };
}

const partyView = ({ name, address, taxNumber }: PrintedParty) => ({
  name,
  address: [...address],
  tax_number: taxNumber ?? null,
});

function missingNet(): never {
  throw new Error('a line has no amount');
}
