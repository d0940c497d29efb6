/**
 * The content of a bank file, in one form for all formats. `npm run florin -- bank check --json` uses the same names.
 * Amounts are decimal texts with a sign, such as `-12.50`: positive if the account receives money.
 */

export const bankFileFormats = [
  'camt.052',
  'camt.053',
  'camt.054',
  'pain.001',
  'pain.002',
  'MT940',
  'MT942',
  'BAI2',
  'NACHA',
] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/** A booked movement on an account. Dates are `YYYY-MM-DD`. */
export type StatementLine = {
  /** The booking date. */
  readonly booked: string | null;
  /** The value date. */
  readonly value: string | null;
  readonly amount: string;
  readonly currency: string;
  /** The other party's name: the payer of an incoming amount, or the recipient of an outgoing amount. */
  readonly counterparty: string | null;
  /** The other party's IBAN or account number. */
  readonly counterparty_account: string | null;
  /** The text for the receiver. Line breaks of the format are removed. */
  readonly remittance: string | null;
  /** A valid creditor reference (ISO 11649) without blanks, from the structured field or from the text. */
  readonly payment_reference: string | null;
  /** The id that the sender gave the payment. Null for `NOTPROVIDED` and `NONREF`. */
  readonly end_to_end_id: string | null;
  /** The id that the account's bank gave the movement. */
  readonly bank_reference: string | null;
  /** The bank's id of the batch that contains the movement. Another file may have the batch as one line. */
  readonly batch_reference: string | null;
  /**
   * The id that the sender gave the batch: the id of the batch's part (PmtInfId), otherwise the id of the whole file
   * (MsgId).
   */
  readonly batch_id: string | null;
  /** True if the line reverses an earlier line. */
  readonly reversal: boolean;
  /**
   * The reason for a return: an ISO 20022 code such as `AC04`, a NACHA code such as `R01`, the bank's own text, or `not
   * stated`.
   */
  readonly return_reason: string | null;
  /** The bank's code for the kind of movement, as in the file: `PMNT-RCDT-ESCT`, `NTRF`, `195`. */
  readonly code: string | null;
  /** The bank's charges that the amount may contain, without a sign. The text is the same as in the file. */
  readonly charges: string | null;
};

/** The content of a statement except its lines. */
export type StatementHead = {
  /** The IBAN or the account number as in the file, without blanks. */
  readonly account: string | null;
  readonly currency: string | null;
  /** The bank's number of this statement, as in the file. */
  readonly sequence: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: string | null;
  readonly closing: string | null;
  /** Whether opening + lines = closing. Null without both balances. */
  readonly adds_up: boolean | null;
};
export type Statement = StatementHead & { readonly lines: readonly StatementLine[] };

/** The report of pain.002 about a payment file, one of its parts, or one payment. */
export type PaymentStatus = {
  readonly level: 'group' | 'payment' | 'transaction';
  /** The message id, the part's id, or the payment's end-to-end id. */
  readonly id: string | null;
  /** An ISO 20022 code such as `ACSC` or `RJCT`. */
  readonly status: string | null;
  readonly reason_code: string | null;
  /** The reason in words, from the file or from the table of codes. */
  readonly reason: string | null;
};

/** A NACHA notification of change: the bank asks to use other account details in the future. */
export type ChangeNotice = {
  /** `C01` and so on. */
  readonly code: string;
  /** The trace number of the original payment. */
  readonly id: string | null;
  /** The corrected data, as in the file. */
  readonly text: string;
};

/** Parts of bank files in the order of reading. A statement follows its lines. */
export type BankFileEvent =
  | { readonly kind: 'file'; readonly file: string; readonly format: BankFileFormat }
  | {
      readonly kind: 'line';
      readonly statement: number;
      /** The statement's account. Null if the file has not named the account before this line. */
      readonly account: string | null;
      readonly line: StatementLine;
    }
  | { readonly kind: 'statement'; readonly statement: number; readonly head: StatementHead }
  | { readonly kind: 'status'; readonly status: PaymentStatus }
  | {
      readonly kind: 'notice';
      readonly notice: ChangeNotice;
      /** The individual id of the original payment. */
      readonly individualId: string | null;
    }
  | { readonly kind: 'warning'; readonly warning: string };

/** An unreadable file. The message is a sentence for an operator. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
}

export const fileTooLarge = (maximumBytes: number): BankFileError =>
  new BankFileError(`The file is larger than ${Math.round(maximumBytes / 1_000_000)} MB.`);
