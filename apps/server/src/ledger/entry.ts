/** A ledger account's id. A house account's is below zero and stands for its sixteen lanes. */
export type AccountId = bigint;

/** One line of an entry: what it adds to an account, in the asset's smallest unit. Not zero. */
export type Posting = { readonly account: AccountId; readonly units: bigint };

/** Uses up an allowance: the user's, of that kind, in that period, up to the limit now in force. */
export type Draw = {
  readonly owner: string;
  readonly kind: string;
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
  readonly postings: readonly Posting[];
  readonly draws?: readonly Draw[];
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
  /** Not an entry: it does not balance, names no account, or the like. A bug of the caller; its neighbours stand. */
  | { readonly outcome: 'malformed'; readonly verdict: string };
