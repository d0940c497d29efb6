import type { Currency } from './types.ts';

export type InvoiceState = 'draft' | 'open' | 'partly_paid' | 'overdue' | 'paid' | 'cancelled' | 'issued';

export type InvoiceParty = { name: string; address: string[]; tax_number: string | null };

/** An invoice or a credit note, as its issuer sees it. */
export type Invoice = {
  id: string;
  /** `2026-0007`. Null for a draft. */
  number: string | null;
  kind: 'invoice' | 'credit_note';
  state: InvoiceState;
  currency: Currency;
  rounding: 'line' | 'total';
  issuer: InvoiceParty;
  customer: InvoiceParty;
  lines: {
    description: string;
    quantity: string;
    unit_price: number;
    unit_price_exact: string;
    tax_rate: string;
    net: number;
    net_exact: string;
  }[];
  /** The taxes by rate, the lowest rate first. */
  taxes: { rate: string; net: number; net_exact: string; tax: number; tax_exact: string }[];
  /** Without tax. */
  net: number;
  net_exact: string;
  tax: number;
  tax_exact: string;
  /** With tax. */
  total: number;
  total_exact: string;
  paid: number;
  paid_exact: string;
  credited: number;
  credited_exact: string;
  /** The amount that is still to be paid. */
  open: number;
  open_exact: string;
  /** Null for a credit note. */
  due_on: string | null;
  note: string | null;
  /** The number of the invoice that a credit note reduces. */
  credits_number: string | null;
  credit_notes: { id: string; number: string; total: number; total_exact: string; issued_on: string }[];
  customer_email: string | null;
  success_url: string | null;
  created_at: string;
  issued_on: string | null;
  /** The URL of the public page. Null for a draft. */
  link: string | null;
  /** Oldest first. */
  payments: {
    id: string;
    /** Null for a payment that the issuer recorded. */
    payer: { name: string; email: string } | null;
    amount: number;
    amount_exact: string;
    paid_at: string;
  }[];
  reminders: number;
  mailed_at: string | null;
  can_remind: boolean;
  email_sent?: boolean | undefined;
};

/** A payment or a change of the rules of a business that other people must approve, or its end. */
export type Approval = {
  id: string;
  kind: 'payment' | 'rules' | 'batch';
  state: 'proposed' | 'approved' | 'refused' | 'withdrawn' | 'expired' | 'failed';
  title: string;
  /** Null for rules. */
  payment: {
    amount: number;
    amount_exact: string;
    /** With the fee. */
    total: number;
    total_exact: string;
    currency: Currency;
    to: string;
    note?: string | undefined;
  } | null;
  /** The batch payout. Null for payments and rules. */
  batch_id: string | null;
  /** The sentences of the rules that apply. */
  why: string[];
  proposed_by: { id: string; name: string };
  proposed_at: string;
  expires_at: string;
  approvals_needed: number;
  approved_by: { id: string; name: string }[];
  ended_at: string | null;
  reason: string | null;
  /** Whether the caller may approve or refuse it. False in events. */
  can_decide: boolean;
  /** Whether the caller proposed it. False in events. */
  yours: boolean;
};
