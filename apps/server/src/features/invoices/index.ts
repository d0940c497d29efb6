export { invoiceChanges, type InvoiceChange } from './invoice-changes.ts';
export { invoiceRoutes } from './routes.ts';
export { paidInvoice } from './paid-invoice.ts';
export { payingLedger } from './paying-ledger.ts';
export { personalInvoices } from './personal-part.ts';
export { scheduleInvoiceReminders } from './remind-of-invoice.ts';
export { moveInvoiceTimes } from './move-times.ts';
