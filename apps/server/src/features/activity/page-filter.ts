import type { Transaction, TransactionType } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';
import type { AccountId } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { top } from './cursor.ts';
import type { MovementKind } from './movement.ts';
import type { LineFilter } from './store.ts';
import type { WaitingKind } from './waiting-store.ts';
import { lastBefore } from './wallet-period.ts';

/** What a page of the history may contain. What is absent does not filter. */
export type HistoryFilter = {
  readonly type: TransactionType | 'all';
  readonly currency?: FiatCode | undefined;
  readonly status?: Transaction['status'] | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
};

/** A wallet, and the numbers of its postings that may be shown: those after one, up to another. */
export type WalletSpan = { readonly account: AccountId; readonly after: bigint; readonly upTo: bigint };

/** Which reservations may be shown, besides that they are not through. */
export type WaitingFilter = {
  readonly kinds: ReadonlyMap<string, WaitingKind>;
  readonly asset: FiatCode | null;
  readonly since: Date | null;
  readonly until: Date | null;
  /** Whether those that still wait are among them. */
  readonly open: boolean;
  /** The kinds of entry that ended the others. */
  readonly endKinds: readonly string[];
};

/**
 * The part of each wallet that a filter leaves, in the order of the currencies. Postings are recorded in the order of their numbers, so that a period is
 * a span of numbers: a filtered page costs what any page does. Only what was posted is completed.
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

/** Whether a filter leaves anything that was posted to that wallet. */
export const isWalletShown = (code: FiatCode | undefined, { currency, status }: HistoryFilter): boolean =>
  (status === undefined || status === 'completed') && (currency === undefined || code === currency);

export function waitingFilter(
  waitingKinds: ReadonlyMap<string, WaitingKind>,
  { type, currency, status, since, until }: HistoryFilter,
): WaitingFilter {
  const kinds = new Map(
    [...waitingKinds].filter(([, { waits }]) => status !== 'completed' && (type === 'all' || waits.type === type)),
  );
  const ends = [...kinds.values()].flatMap(({ waits }) => Object.entries(waits.notThrough));
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
