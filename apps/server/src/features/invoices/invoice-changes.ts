import type { Invoice as InvoiceBody } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { allCreditNotesOf, type CreditNote } from './credit-note-store.ts';
import type { Invoice } from './invoice.ts';
import { changedInvoices, nextOverdue } from './invoice-store.ts';
import { viewWith } from './invoice-view.ts';
import { allPaymentsOf, type InvoicePayment } from './payment-store.ts';

/** A change of an invoice, with the invoice as its issuer saw it right after the change. */
export type InvoiceChange = {
  readonly step: 'issued' | 'partly_paid' | 'paid' | 'payment_removed' | 'credited' | 'overdue';
  /** The payment or credit note of the change, or the invoice. */
  readonly cause: string;
  readonly invoice: InvoiceBody;
  readonly at: Date;
};

type Settings = { readonly publicUrl: string };

/**
 * Returns the changes of a member's invoices since a time, oldest first, and the time when the next invoice becomes
 * overdue.
 */
export async function invoiceChanges(
  database: Queryable,
  member: Member,
  since: Date,
  { publicUrl }: Settings,
): Promise<{ readonly changes: InvoiceChange[]; readonly nextOverdue: Date | null }> {
  const invoices = await changedInvoices(database, member.id, since);
  const payments = await allPaymentsOf(database, invoices);
  const creditNotes = await allCreditNotesOf(database, invoices);
  const changes = invoices.flatMap((invoice) =>
    stepsOf({
      publicUrl,
      invoice,
      payments: payments.get(invoice.id) ?? [],
      creditNotes: creditNotes.get(invoice.id) ?? [],
    }),
  );
  return {
    changes: changes.filter(({ at }) => at >= since).toSorted((a, b) => +a.at - +b.at),
    nextOverdue: await nextOverdue(database, member.id),
  };
}

type Story = Settings & {
  readonly invoice: Invoice;
  readonly payments: readonly InvoicePayment[];
  readonly creditNotes: readonly CreditNote[];
};

type Moment = Pick<InvoiceChange, 'cause' | 'at'> & { readonly kind: 'payment' | 'removal' | 'credit' | 'due' };

function stepsOf(story: Story): InvoiceChange[] {
  const { invoice } = story;
  if (!invoice.issued) return [];
  const issuedAt = invoice.issued.at;
  const began: InvoiceChange = { step: 'issued', cause: invoice.id, invoice: viewAt(story, issuedAt), at: issuedAt };
  return [began, ...momentsOf(story).flatMap((moment) => changesAt(story, moment))];
}

function momentsOf({ invoice: { id, dueOn }, payments, creditNotes }: Story): Moment[] {
  const moments: Moment[] = [
    ...payments.map(({ id: cause, paidAt }) => ({ kind: 'payment' as const, cause, at: paidAt })),
    ...payments.flatMap(({ id: cause, removedAt: at }) => (at ? [{ kind: 'removal' as const, cause, at }] : [])),
    ...creditNotes.map(({ id: cause, issuedAt }) => ({ kind: 'credit' as const, cause, at: issuedAt })),
    ...(dueOn === undefined ? [] : [{ kind: 'due' as const, cause: id, at: endOfDay(dueOn) }]),
  ];
  return moments.toSorted((a, b) => +a.at - +b.at);
}

function changesAt(story: Story, { kind, cause, at }: Moment): InvoiceChange[] {
  const invoice = viewAt(story, at);
  const changeTo = (step: InvoiceChange['step']): InvoiceChange => ({ step, cause, invoice, at });
  const isPaid = invoice.state === 'paid';
  switch (kind) {
    case 'payment':
      return [changeTo(isPaid ? 'paid' : 'partly_paid')];
    case 'removal':
      return [changeTo('payment_removed')];
    case 'credit':
      return isPaid ? [changeTo('credited'), changeTo('paid')] : [changeTo('credited')];
    case 'due':
      return at <= new Date() && invoice.state === 'overdue' ? [changeTo('overdue')] : [];
  }
}

/** The invoice as it was at a time. The reminders are the current reminders. */
function viewAt({ publicUrl, invoice, ...all }: Story, at: Date): InvoiceBody {
  const payments = all.payments.filter(
    ({ paidAt, removedAt }) => paidAt <= at && (removedAt === undefined || removedAt > at),
  );
  const creditNotes = all.creditNotes.filter(({ issuedAt }) => issuedAt <= at);
  const paid = sumOf(
    invoice,
    payments.map(({ amount }) => amount),
  );
  const credited = sumOf(
    invoice,
    creditNotes.map(({ total }) => total),
  );
  const then = { ...invoice, paid, credited };
  return viewWith({ publicUrl, payments, creditNotes }, { ...then, state: stateAt(then, at) });
}

const sumOf = ({ currency }: Invoice, amounts: readonly Invoice['paid'][]): Invoice['paid'] => ({
  asset: currency,
  units: amounts.reduce((sum, { units }) => sum + units, 0n),
});

/** The state, as `stateOfRow` computes it. */
function stateAt({ totals: { total }, paid, credited, dueOn }: Invoice, at: Date): Invoice['state'] {
  if (credited.units === total.units) return 'cancelled';
  if (paid.units + credited.units === total.units) return 'paid';
  if (dueOn !== undefined && endOfDay(dueOn) <= at) return 'overdue';
  return paid.units > 0n ? 'partly_paid' : 'open';
}

const dayMs = 86_400_000;
/** After this time, an unpaid invoice is overdue. */
const endOfDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs);
