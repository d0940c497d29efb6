import type { Transaction, TransactionType } from '@florin/contract';
import type { Amount } from '@florin/money';
import type { EntryMetadata, JournalEntry, Standing } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import type { Member, Person } from '../identity/index.ts';

/** A line of history: a posting to a member's wallet with its entry, or a reservation that is not through. */
export type HistoryLine = {
  /** The signed change of what the wallet can spend. */
  readonly amount: Amount;
  readonly kind: string;
  /** When it was posted; of what waits or did not get through, when it began. */
  readonly recordedAt: Date;
  /** Whoever did it. */
  readonly actor: string;
  readonly metadata: EntryMetadata;
  /** The posting, and what the wallet held after it; none while nothing was posted. */
  readonly posting: { readonly account: bigint; readonly seq: bigint; readonly balanceAfter: Amount } | undefined;
  /** What waits, or ended without getting through. */
  readonly waiting: WaitingLine | undefined;
};

export type WaitingLine = {
  readonly hold: bigint;
  readonly owner: string;
  readonly amount: Amount;
  readonly status: 'pending' | 'cancelled' | 'returned';
  readonly endedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  /** When it was handed to the bank, after which it can no longer be called back. */
  readonly sentAt: Date | undefined;
};

export type PeopleById = ReadonlyMap<string, Person>;

/** What a line says beyond its amount, status and date. */
export type LineStory = {
  readonly description: string;
  readonly fee: Amount;
  /** What reached the other side. */
  readonly counter: Amount;
} & Pick<
  Transaction,
  'note' | 'to' | 'from' | 'counterparty' | 'crypto' | 'crypto_name' | 'cryptoAmount' | 'crypto_amount_exact'
> &
  Pick<Transaction, 'usd_per_coin' | 'payment_method' | 'rate' | 'reason'>;

/**
 * How one kind of entry shows up in history. The slice that posts the kind says so; activity itself knows no kind, and
 * a new one shows up without touching it.
 */
export type MovementKind = {
  readonly kind: string;
  /** What a line of it is called that takes from the wallet, and one that adds to it. */
  readonly debit?: TransactionType;
  readonly credit?: TransactionType;
  /** The people whom the story names. */
  readonly people: (line: Pick<HistoryLine, 'actor' | 'metadata'>) => string[];
  readonly tell: (line: HistoryLine, people: PeopleById) => LineStory;
  /** For what begins with a reservation and is posted later. */
  readonly waits?: Waiting;
};

/**
 * A movement that waits. Its reservation is its first line, under an id that it keeps: what is posted in the end names
 * the hold in its metadata as `hold`, and when it began as `started`.
 */
export type Waiting = {
  readonly type: TransactionType;
  /** Money that waits to go out is reserved in the wallet; money that waits to come in is not there yet. */
  readonly direction: 'out' | 'in';
  /** The kind of the entry that reserves. */
  readonly startedBy: string;
  /** The kinds of entry that end it without getting through. */
  readonly notThrough: Readonly<Record<string, 'cancelled' | 'returned'>>;
  /** The key of the entry that hands it on, after which nobody can call it back. */
  readonly sentKey?: (hold: bigint) => string;
  /** Calls it back, if its owner may. Refusals: `not_cancellable`, and the ledger's. */
  readonly cancel?: (
    owner: Member,
    command: Command,
    held: { readonly hold: bigint; readonly amount: Amount },
  ) => Promise<{ entry: JournalEntry; standing: Standing }>;
};

/** The line takes from the wallet, or would. */
export const isDebit = (line: HistoryLine, movement?: MovementKind): boolean =>
  line.waiting ? movement?.waits?.direction !== 'in' : line.amount.units < 0n;
