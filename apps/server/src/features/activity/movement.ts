import type { Transaction, TransactionType } from '@florin/contract';
import type { Amount } from '@florin/money';
import type { EntryMetadata, JournalEntry, Standing } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import type { Member, Person } from '../identity/index.ts';

/** A line of the history: a posting on a member's wallet with its entry, or a pending or failed hold. */
export type HistoryLine = {
  /** The signed change of the available balance. */
  readonly amount: Amount;
  readonly kind: string;
  /** The time of the posting. For a pending or failed line, the time when it began. */
  readonly recordedAt: Date;
  /** The member or operator who caused the entry. */
  readonly actor: string;
  readonly metadata: EntryMetadata;
  /** The posting and the balance after it. Undefined for pending and failed lines. */
  readonly posting: { readonly account: bigint; readonly seq: bigint; readonly balanceAfter: Amount } | undefined;
  /** The hold of a pending or failed line. */
  readonly waiting: WaitingLine | undefined;
};

export type WaitingLine = {
  readonly hold: bigint;
  readonly owner: string;
  readonly amount: Amount;
  readonly status: 'pending' | 'cancelled' | 'returned';
  readonly endedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** The time when the bank got the order. The order can then no longer be canceled. */
  readonly sentAt: Date | undefined;
};

export type PeopleById = ReadonlyMap<string, Person>;

/** The description of a line: everything except amount, status and date. */
export type LineStory = {
  readonly description: string;
  readonly fee: Amount;
  /** The amount that the other party got. */
  readonly counter: Amount;
} & Pick<
  Transaction,
  | 'note'
  | 'to'
  | 'from'
  | 'counterparty'
  | 'request_id'
  | 'crypto'
  | 'crypto_name'
  | 'cryptoAmount'
  | 'crypto_amount_exact'
> &
  Pick<Transaction, 'usd_per_coin' | 'payment_method' | 'rate' | 'reason'>;

/**
 * Describes one kind of entry in the history. The feature that posts the kind provides it, so activity needs no change
 * for a new kind.
 */
export type MovementKind = {
  readonly kind: string;
  /** The transaction type of a line that debits the wallet, and of one that credits it. */
  readonly debit?: TransactionType;
  readonly credit?: TransactionType;
  /** The ids of the people whom the description names. */
  readonly people: (line: Pick<HistoryLine, 'actor' | 'metadata'>) => string[];
  readonly describe: (line: HistoryLine, people: PeopleById) => LineStory;
  /** Set for kinds that start with a hold and post later. */
  readonly pending?: Waiting;
};

/**
 * A kind of movement that starts as pending. The hold is the movement's first line, and its id is the movement's id.
 * The final posting stores the hold as `hold` and its start as `started` in the metadata.
 */
export type Waiting = {
  readonly type: TransactionType;
  /** Outgoing money is reserved in the wallet. Incoming money has not arrived yet. */
  readonly direction: 'out' | 'in';
  /** The kind of the entry that reserves the money. */
  readonly startedBy: string;
  /** The kinds of entries that end the movement without a posting, with the resulting status. */
  readonly failures: Readonly<Record<string, 'cancelled' | 'returned'>>;
  /** Returns the key of the entry that sends the movement to the bank. The movement can then no longer be canceled. */
  readonly sentKey?: (hold: bigint) => string;
  /** Cancels the movement for its owner. Errors: `not_cancellable`, and the ledger's. */
  readonly cancel?: (
    owner: Member,
    command: Command,
    held: { readonly hold: bigint; readonly amount: Amount },
  ) => Promise<{ entry: JournalEntry; standing: Standing }>;
};

/** A movement kind that can be pending. */
export type WaitingKind = MovementKind & { readonly pending: Waiting };

/** Returns true if the line debits the wallet, or will debit it when posted. */
export const isDebit = (line: HistoryLine, movement?: MovementKind): boolean =>
  line.waiting ? movement?.pending?.direction !== 'in' : line.amount.units < 0n;
