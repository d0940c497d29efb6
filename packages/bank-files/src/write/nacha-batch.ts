/** An account at a bank in the United States. */
export type UsAccount = {
  /** The ABA routing number: 9 digits. */
  readonly routing: string;
  /** At most 17 letters, digits and hyphens. */
  readonly accountNumber: string;
  readonly type: 'checking' | 'savings';
};

export type NachaPayout = {
  /** The individual identification number: at most 15 characters. A return contains the same number. */
  readonly id: string;
  /**
   * The end of the trace number, 1 to 9999999: the number of the entry among all entries of the originating bank. The
   * number rises within a batch. By default, the number is the place in the batch.
   */
  readonly entry?: number;
  /** A decimal text such as `12.50`. */
  readonly amount: string;
  readonly name: string;
  readonly account: UsAccount;
  /** At most 80 characters. */
  readonly remittance?: string | null;
};

/** The sender and the recipient of a file. */
export type NachaFileHead = {
  /** The creation time of the file, in the bank's time zone: `2026-11-29T12:00`. */
  readonly created: string;
  /** Distinguishes the files of one day: `A` to `Z`, then `0` to `9`. */
  readonly modifier: string;
  /** The bank that gets the file: its routing number and name. */
  readonly destination: { readonly routing: string; readonly name: string };
  /** The sender: 9 or 10 digits that the bank issued, often a 1 and the tax number. */
  readonly origin: { readonly id: string; readonly name: string };
};

export type NachaBatchHead = {
  readonly company: {
    readonly name: string;
    /** At most 10 characters that the bank issued. */
    readonly id: string;
    /** The name on the receiver's statement: at most 10 characters, such as `PAYOUT`. */
    readonly description: string;
    /** For the company and its bank: at most 20 characters, such as the id of the batch. */
    readonly discretionary?: string;
  };
  /** `PPD` for people, `CCD` for companies. */
  readonly entryClass: 'PPD' | 'CCD';
  /** The day on which the receivers get the money: `2026-11-30`. */
  readonly effectiveDate: string;
  /** The routing number of the bank that sends the payments into the network. */
  readonly originatingRouting: string;
  /** 1 to 9999999. */
  readonly number: number;
};

export type NachaBatch = NachaFileHead &
  NachaBatchHead & {
    readonly payouts: readonly NachaPayout[];
    /** The account to debit with the sum, for banks that require balanced files. */
    readonly offset?: (UsAccount & { readonly name: string }) | null;
  };
