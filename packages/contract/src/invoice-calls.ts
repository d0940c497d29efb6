import * as z from 'zod/mini';
import { documentShare, transaction } from './activity.ts';
import { endpoint } from './endpoint.ts';
import {
  invoice,
  invoiceBounds,
  invoiceInput,
  invoiceRow,
  invoiceSettings,
  linesInput,
  publicInvoice,
  settingsInput,
} from './invoices.ts';
import { amountInput, id, shownText } from './wire.ts';

const byId = z.object({ id });
const byToken = z.object({ token: z.string().check(z.regex(/^[\w-]{1,64}$/)) });
const writing = { times: 120, seconds: 60, sharedAs: 'invoices' } as const;

export const listInvoices = endpoint({
  method: 'GET',
  path: '/invoices',
  summary: 'List your own invoices and credit notes, newest first. The Link header names the next page',
  access: 'member',
  paged: true,
  query: z.object({
    state: z.optional(z.enum(['all', 'draft', 'open', 'overdue', 'paid', 'cancelled'])),
    cursor: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: z.array(invoiceRow),
  refusals: [],
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id',
  summary: 'Get one of your invoices or credit notes, with its payments',
  access: 'member',
  params: byId,
  answer: invoice,
  refusals: ['not_found'],
});

export const createInvoice = endpoint({
  method: 'POST',
  path: '/invoices',
  summary: 'Write a draft of an invoice',
  access: 'member',
  atMost: writing,
  keyed: true,
  body: invoiceInput,
  answer: invoice,
  refusals: ['invalid_amount', 'host_not_registered', 'wallet_not_allowed', 'too_many_requests'],
});

export const changeInvoice = endpoint({
  method: 'PUT',
  path: '/invoices/:id',
  summary: 'Replace the content of a draft',
  access: 'member',
  atMost: writing,
  params: byId,
  body: invoiceInput,
  answer: invoice,
  refusals: ['not_found', 'invalid_amount', 'host_not_registered', 'wallet_not_allowed', 'invoice_not_draft'],
});

export const removeInvoice = endpoint({
  method: 'DELETE',
  path: '/invoices/:id',
  summary: 'Delete a draft. An issued invoice stays; a credit note cancels it',
  access: 'member',
  params: byId,
  refusals: ['not_found', 'wallet_not_allowed', 'invoice_not_draft'],
});

export const issueInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/issue',
  summary: 'Give a draft the next number of its series. It never changes again. Issuing it once more changes nothing',
  access: 'member',
  needsConfirmedEmail: true,
  atMost: writing,
  params: byId,
  body: z.object({ mail: z.boolean() }),
  answer: invoice,
  refusals: ['not_found', 'wallet_not_allowed', 'host_not_registered', 'too_many_requests'],
});

export const remindOfInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/remind',
  summary: 'Mail the customer a reminder, at most one a day',
  access: 'member',
  needsConfirmedEmail: true,
  params: byId,
  answer: invoice,
  refusals: ['not_found', 'wallet_not_allowed', 'invoice_not_open', 'reminded_enough', 'too_many_requests'],
});

export const creditInvoice = endpoint({
  method: 'POST',
  path: '/invoices/:id/credit-notes',
  summary:
    'Issue a credit note. Without lines it cancels an unpaid invoice. With lines it reduces what is still open. It pays nothing back',
  access: 'member',
  needsConfirmedEmail: true,
  atMost: writing,
  keyed: true,
  params: byId,
  body: z.object({
    lines: z.optional(linesInput),
    note: z.optional(z.nullable(shownText.check(z.maxLength(invoiceBounds.noteLength)))),
    mail: z.boolean(),
  }),
  answer: invoice,
  refusals: [
    'not_found',
    'wallet_not_allowed',
    'invalid_amount',
    'invoice_not_open',
    'more_than_open',
    'too_many_requests',
  ],
});

export const recordInvoicePayment = endpoint({
  method: 'POST',
  path: '/invoices/:id/payments',
  summary: 'Record a payment that you received outside, such as a bank transfer. It moves no money',
  access: 'member',
  atMost: writing,
  keyed: true,
  params: byId,
  body: z.object({ amount: amountInput }),
  answer: invoice,
  refusals: ['not_found', 'wallet_not_allowed', 'invalid_amount', 'invoice_not_open', 'more_than_open'],
});

export const removeInvoicePayment = endpoint({
  method: 'DELETE',
  path: '/invoices/:id/payments/:paymentId',
  summary: 'Remove a payment that you recorded. A payment from a wallet stays',
  access: 'member',
  params: z.object({ id, paymentId: id }),
  answer: invoice,
  refusals: ['not_found', 'wallet_not_allowed'],
});

export const printInvoice = endpoint({
  method: 'GET',
  path: '/invoices/:id/pdf',
  summary: 'Get an invoice, a credit note or a draft as PDF',
  access: 'member',
  params: byId,
  media: 'application/pdf',
  ...documentShare,
  refusals: ['not_found'],
});

export const getInvoiceSettings = endpoint({
  method: 'GET',
  path: '/invoice-settings',
  summary: 'Get the number series and what your invoices print about you',
  access: 'member',
  answer: invoiceSettings,
  refusals: [],
});

export const changeInvoiceSettings = endpoint({
  method: 'PUT',
  path: '/invoice-settings',
  summary: 'Replace the settings of your invoices. Issued invoices keep theirs',
  access: 'member',
  atMost: writing,
  body: settingsInput,
  answer: invoiceSettings,
  refusals: [],
});

export const getPublicInvoice = endpoint({
  method: 'GET',
  path: '/public-invoices/:token',
  summary: 'Get an issued invoice or credit note by the token in its link',
  access: 'public',
  params: byToken,
  answer: publicInvoice,
  refusals: ['not_found'],
});

export const printPublicInvoice = endpoint({
  method: 'GET',
  path: '/public-invoices/:token/pdf',
  summary: 'Get an issued invoice or credit note as PDF by the token in its link',
  access: 'public',
  media: 'application/pdf',
  params: byToken,
  refusals: ['not_found', 'too_many_requests'],
});

export const payInvoice = endpoint({
  method: 'POST',
  path: '/public-invoices/:token/pay',
  summary:
    'Pay an invoice in full or in part, from the wallet in its currency. The issuer gets the amount, and the payer also pays the send fee',
  access: 'member',
  needsConfirmedEmail: true,
  stepUp: 'sometimes',
  waitsAfterFactorReset: 'sometimes',
  notWhileOwing: true,
  atMost: { times: 30, seconds: 60, sharedAs: 'sends' },
  movesMoney: true,
  costsSendFee: true,
  params: byToken,
  body: z.object({ amount: amountInput }),
  answer: transaction,
  refusals: [
    'refused_by_rule',
    'not_found',
    'invalid_amount',
    'invoice_not_open',
    'more_than_open',
    'recipient_is_self',
    'second_factor_required',
    'insufficient_balance',
    'limit_exceeded',
    'wallet_not_allowed',
    'recipient_not_allowed',
    'key_limit_exceeded',
    'quote_expired',
  ],
});
