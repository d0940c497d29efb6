import type { Currency } from './types.ts';

export type InvoiceState = 'draft' | 'open' | 'partly_paid' | 'overdue' | 'paid' | 'cancelled' | 'issued';

export type InvoiceParty = { name: string; address: string[]; tax_number: string | null };

/** An invoice or a credit note, in the issuer's view. */
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
  /** The amount that is still unpaid. */
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

/** A payment or a rule change of a business that other people must approve, or the end of such an approval. */
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
  /** The API key that made the proposal. `proposed_by` is the maker of the key. Null for a person. */
  by_key: { id: string; name: string } | null;
  proposed_at: string;
  expires_at: string;
  approvals_needed: number;
  approved_by: { id: string; name: string }[];
  ended_at: string | null;
  reason: string | null;
  /** Whether the caller may approve or refuse the proposal. False in events. */
  can_decide: boolean;
  /** Whether the caller made the proposal. False in events. */
  yours: boolean;
};

export type BatchPayoutState = 'invalid' | 'ready' | 'waiting' | 'running' | 'stopped' | 'finished';

export type BatchPayoutProblem = {
  /** The row's number in the file. The header is row 1. */
  row: number;
  column: 'recipient' | 'amount' | 'currency' | 'note' | 'reference';
  value: string;
  message: string;
};

/** The payments of an uploaded file. */
export type BatchPayout = {
  id: string;
  file_name: string;
  state: BatchPayoutState;
  /** The number of rows in each state. */
  counts: { all: number; invalid: number; ready: number; paid: number; failed: number; not_run: number };
  uploaded_by: { id: string; name: string };
  /** The API key that uploaded the file, made by the person in `uploaded_by`. */
  uploaded_by_key: { id: string; name: string } | null;
  uploaded_at: string;
  started_by: { id: string; name: string } | null;
  /** The API key that started the batch payout, made by the person in `started_by`. */
  by_key: { id: string; name: string } | null;
  started_at: string | null;
  ended_at: string | null;
  /** The totals by currency, without rows that have errors. */
  totals: {
    currency: Currency;
    count: number;
    /** The sum that the recipients get. */
    sum: number;
    sum_exact: string;
    fees: number;
    fees_exact: string;
    /** Sum and fees. */
    total: number;
    total_exact: string;
    /** The cost of the unpaid rows with fees. */
    open: number;
    open_exact: string;
    /** The available balance of the wallet. */
    available: number;
    available_exact: string;
  }[];
  /** At most 100 errors. */
  errors: BatchPayoutProblem[];
  error_count: number;
  /** Things to check that do not prevent the start, at most 100. */
  warnings: BatchPayoutProblem[];
  warning_count: number;
  /** Why the batch payout stopped, or why a start was not approved. */
  reason: string | null;
  /** The approval for which the batch payout waits. */
  approval_id: string | null;
  can_start: boolean;
  can_stop: boolean;
  can_retry: boolean;
  can_remove: boolean;
};
