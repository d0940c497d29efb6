import type { FiatCode } from '@florin/money';

/** Booked movements of one kind. */
export type KindOfLines = {
  /** `deposit`, `unallocated`, `bank-fee`, … */
  readonly kind: string;
  /** The movements of days that were closed before. */
  readonly late: boolean;
  readonly lines: number;
  readonly money_in: string;
  readonly money_out: string;
};

export type StatementOfDay = {
  readonly file: string;
  readonly sha256: string;
  readonly format: string;
  readonly sequence: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
  readonly lines: number;
  readonly new_lines: number;
  readonly late: boolean;
};

type OpenLine = {
  readonly line: string;
  readonly booked: string | null;
  readonly amount: string;
  readonly reason: string | null;
  readonly age_days: number;
};

export type OpenPayouts = { readonly count: number; readonly sum: string; readonly oldest: string | null };

/**
 * The stored and hashed content of a report. Amounts are exact decimals, negative if money went out. A report names no
 * member: open lines have their numbers.
 */
export type DayContent = {
  readonly version: 1;
  readonly day: string;
  /** The day that was closed before. Null for the first report of the account. */
  readonly after: string | null;
  readonly account: {
    readonly id: string;
    readonly bank: string;
    readonly holder: string;
    readonly currency: FiatCode;
    readonly purpose: 'safeguarding' | 'own_funds';
    readonly number: string;
  };
  /** The closing balance of the previous report. */
  readonly opening: string;
  readonly closing: string;
  /** The balance after all imported lines, including lines of later days. */
  readonly at_bank: string;
  readonly in_books: string;
  readonly difference: string;
  readonly later: { readonly lines: number; readonly sum: string };
  /** The day of the last imported closing balance. */
  readonly statements_to: string | null;
  readonly lines: number;
  readonly late_lines: number;
  readonly kinds: readonly KindOfLines[];
  readonly statements: readonly StatementOfDay[];
  readonly unallocated: {
    readonly count: number;
    readonly sum: string;
    readonly oldest: string | null;
    /** The oldest, at most 100. */
    readonly lines: readonly OpenLine[];
  };
  readonly payouts: { readonly in_batches: OpenPayouts; readonly with_the_bank: OpenPayouts };
  /** The client money in the account's currency. Null without a safeguarding account. */
  readonly client_money: {
    readonly owed: string;
    readonly safeguarded: string;
    readonly in_transit: string;
    readonly percent: number | null;
  } | null;
};
