/** A ledger account's id. A house account's is below zero and stands for its sixteen lanes. */
export type AccountId = bigint;

/** One line of an entry: what it adds to an account, in the asset's smallest unit. Not zero. */
export type Posting = { readonly account: AccountId; readonly units: bigint };

/** Uses up an allowance: the user's, of that kind, in that period, up to the limit now in force. */
export type Draw = {
  readonly owner: string;
  readonly kind: string;
  /** The memo asset it counts in: cents of a dollar, unless it is coins. */
  readonly asset?: 'USD-limit' | 'coin-limit';
  /** The period: the running UTC day or month by the database's clock, or any other name. */
  readonly slot: '@day' | '@month' | (string & {});
  readonly units: bigint;
  readonly limit: bigint;
};

/** One balanced event: its postings sum to zero in each asset. */
export type JournalEntry = {
  /** Digest of the actor, the call and its idempotency key: one entry per key. */
  readonly key: string;
  /** Digest of what was asked: the same key with another hash is a conflict. */
  readonly requestHash: bigint;
  readonly actor: string;
  readonly kind: string;
  /** What history shows beyond the postings. Ids and figures, no names: those are looked up when shown. */
  readonly metadata: EntryMetadata;
  /** None where an entry only takes its key, reserves or releases. */
  readonly postings: readonly Posting[];
  readonly draws?: readonly Draw[];
  /** Reserves money of one account; the hold is called what the entry is called. */
  readonly reserve?: Reservation;
  /** Ends that hold: what the entry posts may use it, and where it posts nothing the money is free again. */
  readonly endsHold?: bigint;
  /** A price that may be used once, until then by the database's clock. */
  readonly quote?: { readonly id: string; readonly expiresAt: Date };
};

export type Reservation = {
  readonly account: AccountId;
  readonly units: bigint;
  /** From then on it can only be released. */
  readonly expiresAt?: Date;
};

export type EntryMetadata = { readonly [field: string]: string | undefined };

/** What a posting came to: its number within the account, and what the account held after it. */
export type PostedLine = {
  readonly account: AccountId;
  readonly seq: bigint;
  readonly units: bigint;
  readonly balance: bigint;
};

/** What became of an entry, one per entry, in the order of precedence that the migration states. */
export type Outcome =
  | {
      readonly outcome: 'posted';
      readonly entryId: bigint;
      readonly recordedAt: Date;
      readonly lines: readonly PostedLine[];
    }
  /** Done before, with the same request. */
  | { readonly outcome: 'duplicate'; readonly entryId: bigint }
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'insufficient'; readonly account: AccountId }
  | { readonly outcome: 'limit'; readonly account: AccountId }
  /** The hold was ended by another entry, or may no longer be posted. */
  | { readonly outcome: 'hold_not_open' }
  | { readonly outcome: 'quote_used' | 'quote_expired' }
  /** One of its accounts takes nothing any more, as its owner has left. */
  | { readonly outcome: 'account_closed' }
  /** Not an entry: it does not balance, names no account, or the like. A bug of the caller; its neighbours stand. */
  | { readonly outcome: 'malformed'; readonly verdict: string };
