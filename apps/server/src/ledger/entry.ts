/** The id of a ledger account. A house account has a negative id, which stands for its sixteen lanes. */
export type AccountId = bigint;

/** The house as the actor of an entry that no member caused, and as the owner of an allowance. */
export const houseOwner = '00000000-0000-0000-0000-000000000000';

/** One line of an entry: the change of an account in the asset's smallest unit, never zero. */
export type Posting = { readonly account: AccountId; readonly units: bigint };

/** Drops postings of zero, such as those of a free operation's fee. The ledger rejects them. */
export const withoutZeros = (postings: readonly Posting[]): Posting[] => postings.filter(({ units }) => units !== 0n);

/** Uses up an owner's allowance of one kind in one period, up to the limit now in force. */
export type Draw = {
  readonly owner: string;
  readonly kind: string;
  /** The memo asset that the allowance counts in: US cents by default, or coins. */
  readonly asset?: 'USD-limit' | 'coin-limit';
  /** The period: the current UTC day or month by the database's clock, or any other name. */
  readonly slot: '@day' | '@month' | (string & {});
  readonly units: bigint;
  readonly limit: bigint;
};

/** One balanced event: its postings sum to zero in each asset. */
export type JournalEntry = {
  /** Digest of the actor, the call and its idempotency key. A key identifies one entry. */
  readonly key: string;
  /** Digest of the request. The same key with another hash is a conflict. */
  readonly requestHash: bigint;
  readonly actor: string;
  readonly kind: string;
  /** Data for the history beyond the postings: ids and figures. Names are looked up when the history is shown. */
  readonly metadata: EntryMetadata;
  /** Empty if the entry only uses its key, reserves money or releases it. */
  readonly postings: readonly Posting[];
  readonly draws?: readonly Draw[];
  /** Reserves money of one account. The hold has the id of its entry. */
  readonly reserve?: Reservation;
  /** Ends this hold. The entry's postings may use its money; without postings, the hold is released. */
  readonly endsHold?: bigint;
  /** Members of several ledgers may post entries with this key, but only one entry takes effect. */
  readonly isContested?: boolean;
  /** A price that can be used once, before `expiresAt` by the database's clock. */
  readonly quote?: { readonly id: string; readonly expiresAt: Date };
};

export type Reservation = {
  readonly account: AccountId;
  readonly units: bigint;
  /** After this time the hold can only be released. */
  readonly expiresAt?: Date;
};

export type EntryMetadata = { readonly [field: string]: string | undefined };

/** A posted line: its number within the account and the account's new balance. */
export type PostedLine = {
  readonly account: AccountId;
  readonly seq: bigint;
  readonly units: bigint;
  readonly balance: bigint;
};

/** The outcome of an entry, in the order of precedence of `ledger.post`. */
export type Outcome =
  | {
      readonly outcome: 'posted';
      readonly entryId: bigint;
      readonly recordedAt: Date;
      readonly lines: readonly PostedLine[];
    }
  /** An earlier entry has the same key and the same request. */
  | { readonly outcome: 'duplicate'; readonly entryId: bigint }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'insufficient'; readonly account: AccountId }
  | { readonly outcome: 'limit'; readonly account: AccountId }
  /** Another entry has ended the hold, or the hold has expired and cannot be posted. */
  | { readonly outcome: 'hold_not_open' }
  | { readonly outcome: 'quote_used' | 'quote_expired' }
  /** One of the accounts is closed because its owner has left. */
  | { readonly outcome: 'account_closed' }
  /**
   * The entry is invalid, for example unbalanced or with an unknown account. An invalid entry is a bug of the caller;
   * the batch's other entries are posted.
   */
  | { readonly outcome: 'malformed'; readonly verdict: string };
