import type { Invoice, InvoiceState } from '@florin/contract';
import { dateFormat } from '../../ui/date-format.ts';

const states: Record<InvoiceState, { word: string; tone: 'ok' | 'wait' | 'over' }> = {
  draft: { word: 'Draft', tone: 'over' },
  open: { word: 'Open', tone: 'wait' },
  partly_paid: { word: 'Partly paid', tone: 'wait' },
  overdue: { word: 'Overdue', tone: 'wait' },
  paid: { word: 'Paid', tone: 'ok' },
  cancelled: { word: 'Canceled', tone: 'over' },
  issued: { word: 'Issued', tone: 'ok' },
};

export const invoiceStateOf = (state: InvoiceState) => states[state];

export const documentName = (kind: Invoice['kind']): string => (kind === 'invoice' ? 'Invoice' : 'Credit note');

/** Whether an invoice can still be paid. */
export const isPayable = (state: InvoiceState): boolean => ['open', 'partly_paid', 'overdue'].includes(state);

const inUtc = dateFormat({ month: 'short', day: true, year: true, zone: 'UTC' });

/** Formats a day of an invoice, such as `Dec 31, 2026`. Days of invoices are in UTC. */
export const invoiceDayText = (day: string): string => inUtc(Date.parse(day));
