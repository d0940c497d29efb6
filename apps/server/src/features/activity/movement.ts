import type { Transaction, TransactionType } from '@florin/contract';
import type { Amount } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import type { Person } from '../identity/index.ts';

/** One posting to a member's wallet, with the entry it belongs to: a line of history. */
export type HistoryLine = {
  readonly account: bigint;
  readonly seq: bigint;
  /** The signed change of the wallet. */
  readonly amount: Amount;
  readonly balanceAfter: Amount;
  readonly kind: string;
  readonly recordedAt: Date;
  readonly metadata: EntryMetadata;
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
  Pick<Transaction, 'usd_per_coin' | 'payment_method'>;

/**
 * How one kind of entry shows up in history. The slice that posts the kind says so; activity itself knows no kind, and
 * a new one shows up without touching it.
 */
export type MovementKind = {
  readonly kind: string;
  /** What a line of it is called that takes from the wallet, and one that adds to it. */
  readonly debit?: TransactionType;
  readonly credit?: TransactionType;
  /** The members that the story names. */
  readonly people: (metadata: EntryMetadata) => string[];
  readonly tell: (line: HistoryLine, people: PeopleById) => LineStory;
};

export const isDebit = (line: HistoryLine): boolean => line.amount.units < 0n;
