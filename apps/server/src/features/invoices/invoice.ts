import type { InvoiceState } from '@florin/contract';
import {
  amountOf,
  type Amount,
  type FiatCode,
  type InvoiceLine,
  type InvoiceTotals,
  type TaxRounding,
} from '@florin/money';

/** A party in the form that a document prints. */
export type PrintedParty = {
  readonly name: string;
  readonly address: readonly string[];
  readonly taxNumber: string | undefined;
};

export type DescribedLine = InvoiceLine & { readonly description: string };

/** The issuer writes the content, which never changes once the invoice is issued. */
export type InvoiceContent = {
  readonly currency: FiatCode;
  readonly customer: PrintedParty & { readonly email: string | undefined };
  readonly lines: readonly DescribedLine[];
  /** `2026-12-31`, in UTC. Undefined for a credit note. */
  readonly dueOn: string | undefined;
  readonly note: string | undefined;
  readonly successUrl: string | undefined;
};

/** An invoice or a credit note. The state follows from its amounts and the database's clock on each read. */
export type Invoice = InvoiceContent & {
  readonly id: string;
  /** The issuing party, as the account is now. */
  readonly owner: { readonly id: string; readonly name: string; readonly email: string };
  /** The issuer as printed: frozen when issued. */
  readonly issuer: PrintedParty;
  readonly state: InvoiceState;
  /** Undefined for a draft. */
  readonly issued:
    | { readonly number: string; readonly token: string; readonly on: string; readonly at: Date }
    | undefined;
  /** The invoice that a credit note reduces. */
  readonly credits: { readonly id: string; readonly number: string } | undefined;
  readonly rounding: TaxRounding;
  readonly totals: InvoiceTotals;
  readonly paid: Amount<FiatCode>;
  readonly credited: Amount<FiatCode>;
  readonly createdAt: Date;
  readonly reminders: number;
  readonly mailedAt: Date | undefined;
  /** True if the last mail is old enough for another mail. */
  readonly isMailDue: boolean;
};

/** Returns the unpaid amount. Zero for a draft and a credit note. */
export function openAmount({ state, totals, paid, credited, currency }: Invoice): Amount<FiatCode> {
  const isPayable = state !== 'draft' && state !== 'issued';
  return amountOf(currency, isPayable ? totals.total.units - paid.units - credited.units : 0n);
}

/** Returns a document's number as printed: `2026-0007`. */
export const printedNumber = (prefix: string, number: number): string => prefix + String(number).padStart(4, '0');
