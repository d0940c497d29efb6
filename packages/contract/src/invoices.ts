import { parseQuantity, parseTaxRate, taxRoundings } from '@florin/money';
import * as z from 'zod/mini';
import {
  amountInput,
  calendarDay as day,
  currency,
  email,
  exact,
  id,
  money,
  personName,
  shownText,
  timestamp,
} from './wire.ts';

export const invoiceBounds = {
  lines: 50,
  /** Drafts of one party. */
  drafts: 200,
  /** The maximum number of documents that one party issues in 24 hours. */
  issuedPerDay: 500,
  /** The maximum number of manual reminders of one invoice. */
  reminders: 10,
  hoursBetweenMails: 24,
  /** Days after the due date until the automatic reminder. */
  autoReminderDays: 3,
  hosts: 10,
  addressLines: 6,
  noteLength: 500,
} as const;

/**
 * `open`: issued, not yet due and unpaid. `overdue`: due before today (UTC) and not fully paid. `cancelled`: reduced to
 * zero by credit notes. `issued`: a credit note.
 */
export const invoiceStates = ['draft', 'open', 'partly_paid', 'overdue', 'paid', 'cancelled', 'issued'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

const shortLine = shownText.check(z.minLength(1), z.maxLength(100));
const address = z.array(shortLine).check(z.maxLength(invoiceBounds.addressLines));
const taxNumber = shownText.check(z.minLength(1), z.maxLength(40));

/** A decimal string above zero with up to six digits and three decimals: `1.5`. */
const quantity = z.string().check(
  z.regex(/^\d{1,6}(\.\d{1,3})?$/),
  z.refine((text) => parseQuantity(text) !== undefined, 'Enter a quantity above zero with up to three decimals.'),
);
/** A decimal string in percent from 0 to 100, with up to two decimals: `19`. */
const taxRate = z.string().check(
  z.regex(/^\d{1,3}(\.\d{1,2})?$/),
  z.refine((text) => parseTaxRate(text) !== undefined, 'Enter a tax rate from 0 to 100 percent.'),
);

const lineInput = z.object({
  description: shownText.check(z.minLength(1), z.maxLength(200)),
  quantity,
  /** The price of one unit without tax, in the invoice's currency. */
  unit_price: amountInput,
  tax_rate: taxRate,
});
export type InvoiceLineInput = z.infer<typeof lineInput>;

export const linesInput = z.array(lineInput).check(z.minLength(1), z.maxLength(invoiceBounds.lines));

const successUrl = z.url({ protocol: /^https?$/ }).check(
  z.maxLength(500),
  z.refine((url) => !isPlain(url) || new URL(url).hostname === 'localhost', 'Use https.'),
);

/** Whether a URL is not encrypted. */
const isPlain = (url: string) => URL.canParse(url) && new URL(url).protocol === 'http:';

export const invoiceInput = z.object({
  currency,
  customer: z.object({
    name: personName,
    /** The invoice and its reminders are mailed to this address. */
    email: z.optional(z.nullable(email)),
    address: z.optional(address),
    tax_number: z.optional(z.nullable(taxNumber)),
  }),
  lines: linesInput,
  /** The last day to pay, in UTC. */
  due_on: day,
  note: z.optional(z.nullable(shownText.check(z.maxLength(invoiceBounds.noteLength)))),
  /**
   * The target of the public page after the payment: an https URL on a registered host. A sandbox also accepts
   * `http://localhost`, with any port and without registration.
   */
  success_url: z.optional(z.nullable(successUrl)),
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

const amounts = {
  /** Without tax. */
  net: money,
  net_exact: exact,
  tax: money,
  tax_exact: exact,
  /** With tax. */
  total: money,
  total_exact: exact,
};

/** The paid, credited and open amounts of an invoice. Zeros for a draft and a credit note. */
const settled = {
  paid: money,
  paid_exact: exact,
  credited: money,
  credited_exact: exact,
  /** The amount that is still unpaid. */
  open: money,
  open_exact: exact,
};

const party = z.object({ name: z.string(), address: z.array(z.string()), tax_number: z.nullable(z.string()) });

/** The printed content, which is the same for the issuer and for everyone with the link. */
const content = {
  kind: z.enum(['invoice', 'credit_note']),
  state: z.enum(invoiceStates),
  currency,
  rounding: z.enum(taxRoundings),
  issuer: party,
  customer: party,
  lines: z.array(
    z.object({
      description: z.string(),
      quantity: z.string(),
      unit_price: money,
      unit_price_exact: exact,
      tax_rate: z.string(),
      net: money,
      net_exact: exact,
    }),
  ),
  /** The taxes by rate, the lowest rate first. */
  taxes: z.array(z.object({ rate: z.string(), net: money, net_exact: exact, tax: money, tax_exact: exact })),
  ...amounts,
  ...settled,
  /** Null for a credit note. */
  due_on: z.nullable(day),
  note: z.nullable(z.string()),
  /** The number of the invoice that a credit note reduces. */
  credits_number: z.nullable(z.string()),
  /** Credit notes of this invoice, oldest first. */
  credit_notes: z.array(z.object({ id, number: z.string(), total: money, total_exact: exact, issued_on: day })),
};

export const invoice = z.object({
  id,
  /** `2026-0007`. Null for a draft. */
  number: z.nullable(z.string()),
  ...content,
  customer_email: z.nullable(z.string()),
  success_url: z.nullable(z.string()),
  created_at: timestamp,
  issued_on: z.nullable(day),
  /** The URL of the public page. Null for a draft. */
  link: z.nullable(z.string()),
  /** Oldest first. */
  payments: z.array(
    z.object({
      id,
      /** The paying member. Null for a payment that the issuer recorded. */
      payer: z.nullable(z.object({ name: z.string(), email: z.string() })),
      amount: money,
      amount_exact: exact,
      paid_at: timestamp,
    }),
  ),
  reminders: z.number(),
  /** The last mail to the customer. */
  mailed_at: z.nullable(timestamp),
  can_remind: z.boolean(),
  /** In the response to a call that mails: false if the customer's address reached its daily limit. */
  email_sent: z.optional(z.boolean()),
});
export type Invoice = z.infer<typeof invoice>;

export const invoiceRow = z.object({
  id,
  kind: z.enum(['invoice', 'credit_note']),
  state: z.enum(invoiceStates),
  number: z.nullable(z.string()),
  customer: z.string(),
  currency,
  total: money,
  total_exact: exact,
  open: money,
  open_exact: exact,
  due_on: z.nullable(day),
  issued_on: z.nullable(day),
  created_at: timestamp,
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

export const publicInvoice = z.object({
  number: z.string(),
  issued_on: day,
  ...content,
  success_url: z.nullable(z.string()),
  /** How to pay by bank transfer. Null if the server has no bank account for the currency. */
  transfer: z.nullable(
    z.object({
      holder: z.string(),
      bank: z.string(),
      account: z.array(z.object({ label: z.string(), value: z.string() })),
      reference: z.string(),
      /** The content of an EPC069-12 QR code, for euros. */
      qr: z.nullable(z.string()),
    }),
  ),
});
export type PublicInvoice = z.infer<typeof publicInvoice>;

const host = z.string().check(z.toLowerCase(), z.regex(/^(?=.{1,253}$)[a-z\d-]{1,63}(\.[a-z\d-]{1,63})+$/));

export const settingsInput = z.object({
  /** The beginning of new numbers: `2026-` for `2026-0001`. Each prefix has its own numbers. */
  prefix: z.string().check(z.regex(/^[A-Za-z\d][A-Za-z\d/-]{0,11}$/)),
  /** The tax rounding of the series. */
  rounding: z.enum(taxRoundings),
  /** The party's own printed address. */
  address,
  tax_number: z.nullable(taxNumber),
  /** Whether Florin reminds the customer once, three days after the due date. */
  auto_remind: z.boolean(),
  /** Hosts of `success_url`. */
  hosts: z.array(host).check(z.maxLength(invoiceBounds.hosts)),
});
export const invoiceSettings = z.object({
  ...settingsInput.shape,
  /** The number of the next issued document. */
  next_number: z.string(),
});
export type InvoiceSettings = z.infer<typeof invoiceSettings>;
