import type { Transaction, TransactionType } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';
import type { AccountId } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { top } from './cursor.ts';
import type { MovementKind, WaitingKind } from './movement.ts';
import type { LineFilter } from './store.ts';
import { lastBefore } from './wallet-period.ts';

/** The filters of a history page. An absent filter allows everything. */
export type HistoryFilter = {
  readonly type: TransactionType | 'all';
  readonly currency?: FiatCode | undefined;
  readonly status?: Transaction['status'] | undefined;
  /** Includes this moment. */
  readonly since?: Date | undefined;
  /** Excludes this moment. */
  readonly until?: Date | undefined;
};

/** A wallet with a range of posting numbers: after `after`, up to `upTo`. */
export type WalletSpan = { readonly account: AccountId; readonly after: bigint; readonly upTo: bigint };

/** The filters for pending and failed lines. */
export type WaitingFilter = {
  readonly kinds: ReadonlyMap<string, WaitingKind>;
  readonly asset: FiatCode | null;
  readonly since: Date | null;
  readonly until: Date | null;
  /** True if pending lines are included. */
  readonly open: boolean;
  /** The kinds of entries that ended the included failed lines. */
  readonly endKinds: readonly string[];
};

/**
 * Returns the matching range of each wallet, in the order of the currencies. Postings are numbered in the order of
 * time, so a period is a range of numbers. A filtered page costs the same as any other page. Only posted lines are
 * completed.
 */
export function walletSpans(
  database: Queryable,
  wallets: readonly AccountId[],
  filter: HistoryFilter,
): Promise<WalletSpan[]> {
  const { since, until } = filter;
  return Promise.all(
    wallets.map(async (account, place) => {
      if (!isWalletShown(fiatCodes[place], filter)) return { account, after: 0n, upTo: 0n };
      const [after = 0n] = since ? await lastBefore(database, account, [since]) : [];
      const [upTo = top] = until ? await lastBefore(database, account, [until]) : [];
      return { account, after, upTo };
    }),
  );
}

/** Returns true if the filter allows posted lines of that wallet. */
export const isWalletShown = (code: FiatCode | undefined, { currency, status }: HistoryFilter): boolean =>
  (status === undefined || status === 'completed') && (currency === undefined || code === currency);

export function waitingFilter(
  waitingKinds: ReadonlyMap<string, WaitingKind>,
  { type, currency, status, since, until }: HistoryFilter,
): WaitingFilter {
  const kinds = new Map(
    [...waitingKinds].filter(([, { pending }]) => status !== 'completed' && (type === 'all' || pending.type === type)),
  );
  const ends = [...kinds.values()].flatMap(({ pending }) => Object.entries(pending.failures));
  return {
    kinds,
    asset: currency ?? null,
    since: since ?? null,
    until: until ?? null,
    open: status === undefined || status === 'pending',
    endKinds: ends.filter(([, ended]) => status === undefined || ended === status).map(([kind]) => kind),
  };
}

export function kindFilter(type: TransactionType | 'all', movements: readonly MovementKind[]): LineFilter {
  if (type === 'all') return undefined;
  const kinds = (side: 'debit' | 'credit') => movements.filter((one) => one[side] === type).map((one) => one.kind);
  return { debitKinds: kinds('debit'), creditKinds: kinds('credit') };
}
