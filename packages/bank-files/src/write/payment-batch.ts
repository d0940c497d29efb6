/** The source or destination of a payment's money. */
export type PaymentAccount =
  | { readonly kind: 'iban'; readonly iban: string; readonly bic?: string | null }
  | { readonly kind: 'uk'; readonly sortCode: string; readonly accountNumber: string; readonly bic?: string | null }
  | { readonly kind: 'us'; readonly routing: string; readonly accountNumber: string; readonly bic?: string | null }
  | { readonly kind: 'other'; readonly accountNumber: string; readonly bic: string };

/** A structured address. Banks reject unstructured addresses from November 2026. */
export type PaymentAddress = {
  readonly street?: string | null;
  readonly building?: string | null;
  readonly postalCode?: string | null;
  readonly town: string;
  /** ISO 3166, such as `DE`. */
  readonly country: string;
};

export type PaymentParty = { readonly name: string; readonly address?: PaymentAddress | null };

export type Payout = {
  /** Statements and statuses contain this id as the end-to-end id. At most 35 characters that banks forward. */
  readonly id: string;
  /** A decimal text such as `12.50`. */
  readonly amount: string;
  readonly creditor: PaymentParty;
  readonly account: PaymentAccount;
  readonly remittance?: string | null;
};

export type PaymentScheme = 'sepa' | 'sepa-instant' | 'gbp-domestic' | 'usd-cross-border';

/** Payouts of one operator account in one file. */
export type PaymentBatch = {
  /** The id of the message and of its only part. */
  readonly id: string;
  readonly scheme: PaymentScheme;
  /** The creation time of the file: `2026-11-29T12:00:00Z`. */
  readonly created: string;
  /** The day on which the bank must pay: `2026-11-30`. */
  readonly executionDate: string;
  /** Whether the statement has one line for the batch. */
  readonly bookAsBatch: boolean;
  readonly debtor: PaymentParty;
  readonly debtorAccount: PaymentAccount;
  readonly payouts: readonly Payout[];
};
