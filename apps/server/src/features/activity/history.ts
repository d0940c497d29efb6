import type { Transaction, TransactionType } from '@florin/contract';
import { fiatCodes, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member, People, Person } from '../identity/index.ts';
import type { Command } from '../../platform/http/route.ts';
import { changesAfter, type HistoryPosition } from './changes.ts';
import { readCursor, startOf, writeCursor, type Cursor } from './cursor.ts';
import { newestCoinLines } from './coin-lines.ts';
import { countLines } from './count-lines.ts';
import { holdOfId, idOfHold } from './hold-id.ts';
import { incomeReader } from './income.ts';
import { byWallet, isNewer, mergeNewest, nextCursor } from './merge-lines.ts';
import { isDebit, type HistoryLine, type MovementKind, type WaitingKind } from './movement.ts';
import {
  isWalletShown,
  kindFilter,
  waitingFilter,
  walletSpans,
  type HistoryFilter,
  type WaitingFilter,
  type WalletSpan,
} from './page-filter.ts';
import { postedLines } from './posted-lines.ts';
import { findLine, linesOfEntry, newestLines, type StoredLine } from './store.ts';
import { lineType, transactionView } from './transaction-view.ts';
import { findWaiting, newestWaiting, newestWaitingByPart } from './waiting-store.ts';
import { lastBefore, walletPeriod, type Period, type WalletPeriod } from './wallet-period.ts';

const linesAtOnce = 500;

export type History = ReturnType<typeof openHistory>;

type Dependencies = {
  readonly ledger: Ledger;
  readonly people: People;
  readonly movements: readonly MovementKind[];
};

export type PageRequest = HistoryFilter & {
  /** Shows only this coin's trades. */
  readonly crypto?: string | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
};

export type WholeFilter = Pick<HistoryFilter, 'type' | 'currency' | 'status'>;

type From = { readonly from: Cursor; readonly limit: number };
type Lines = { readonly lines: readonly StoredLine[]; readonly next: Cursor | undefined };

/**
 * Opens the history of members' wallets: a read model of the ledger and its holds that stores nothing. A member's
 * history is read in the ledger that has their accounts.
 */
export function openHistory({ ledger, people, movements }: Dependencies) {
  const { booksOf, entryRanges } = ledger;
  /** Each wallet's postings, and the pending lines of each ledger. */
  const streams = fiatCodes.length + entryRanges.length;
  const byKind = new Map(movements.map((movement) => [movement.kind, movement]));
  const waitingKinds = new Map(movements.filter(isWaiting).map((movement) => [movement.pending.startedBy, movement]));
  const movementOf = ({ kind }: Pick<HistoryLine, 'kind'>) => byKind.get(kind) ?? unknownKind(kind);
  const walletIds = (member: Member) => Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));

  const view = async (
    member: Member,
    lines: readonly HistoryLine[],
    known: readonly Person[] = [],
  ): Promise<Transaction[]> => {
    const named = new Map(known.map((person) => [person.id, person]));
    const ids = new Set(lines.flatMap((line) => movementOf(line).people(line)).filter((id) => !named.has(id)));
    for (const [id, person] of await people.byIds(member.id, [...ids])) named.set(id, person);
    return lines.map((line) => transactionView(line, movementOf(line), named));
  };

  const posting = async (member: Member, id: string) => {
    const match = /^(\d{1,18})-(\d{1,18})$/.exec(id);
    const key = match && { account: BigInt(match[1] ?? ''), seq: BigInt(match[2] ?? '') };
    return key ? findLine(await booksOf(member.id), await walletIds(member), key) : undefined;
  };

  const heldLine = async (member: Member, hold: bigint) => {
    const books = await booksOf(member.id);
    const found = await findWaiting(books, member.id, waitingKinds, hold);
    if (!found || 'line' in found) return found?.line;
    const lines = await linesOfEntry(books, await walletIds(member), found.postedBy);
    return lines.find((line) => lineType(line, movementOf(line)) === found.kind.pending.type);
  };

  const coinPage = async (member: Member, coin: string, { limit, cursor, ...filter }: PageRequest) => {
    const [from = 0n] = cursor === undefined ? startOf(1) : readCursor(cursor, 1);
    const lines = await newestCoinLines(await booksOf(member.id), {
      owner: member.id,
      coin,
      wallets: (await walletIds(member)).filter((_, place) => isWalletShown(fiatCodes[place], filter)),
      since: filter.since,
      until: filter.until,
      filter: kindFilter(filter.type, movements),
      from,
      limit: limit + 1,
    });
    const following = lines[limit];
    const shown = lines.slice(0, limit).map(({ line }) => line);
    return { items: await view(member, shown), next: following && writeCursor([following.coinSeq]) };
  };

  const waitingOf = async (
    member: Member,
    filter: WaitingFilter,
    { from, limit }: { readonly from: Cursor; readonly limit: number | null },
  ): Promise<StoredLine[][]> => {
    const books = await booksOf(member.id);
    if (entryRanges.length === 1)
      return [await newestWaiting(books, member.id, filter, { from: from[0] ?? 0n, limit })];
    const parts = entryRanges.map(({ after, last }, place) => ({ after, from: lesser(from[place] ?? 0n, last) }));
    return newestWaitingByPart(books, member.id, filter, { parts, limit });
  };

  /**
   * Reads the newest posted and pending lines from the cursor. Pending lines are read first, so a line that posts in
   * between is read twice instead of missed.
   */
  const newest = async (member: Member, filter: HistoryFilter, { from, limit }: From) => {
    const [books, accounts] = await Promise.all([booksOf(member.id), walletIds(member)]);
    const spans = await walletSpans(books, accounts, filter);
    const open = waitingFilter(waitingKinds, filter);
    const waiting = await waitingOf(member, open, { from: from.slice(fiatCodes.length), limit });
    const posted = await newestLines(books, spans.map(upToOf(from)), kindFilter(filter.type, movements), limit);
    const postedHolds = new Set(posted.map(holdOf));
    const isNotPosted = (line: StoredLine) => !line.waiting || !postedHolds.has(line.waiting.hold);
    return { accounts, posted, waiting, isNotPosted };
  };

  /** A page may contain fewer lines than requested, because lines that were read twice appear once. */
  const linesOf = async (member: Member, filter: HistoryFilter, { from, limit }: From) => {
    const { accounts, posted, waiting, isNotPosted } = await newest(member, filter, { from, limit: limit + 1 });
    const sorted = mergeNewest([...byWallet(posted), ...waiting]);
    const next = sorted.length > limit ? nextCursor(accounts, entryRanges, sorted.slice(limit)) : undefined;
    return { lines: sorted.slice(0, limit).filter(isNotPosted), next };
  };

  const startBefore = async (member: Member, moment: Date): Promise<Cursor> => {
    const [books, accounts] = await Promise.all([booksOf(member.id), walletIds(member)]);
    const posted = await Promise.all(accounts.map((account) => lastBefore(books, account, [moment])));
    return [...posted.map(([seq = 0n]) => seq), ...startOf(entryRanges.length)];
  };

  return {
    ...incomeReader({ ledger, people, movements }),

    /** Returns a page, newest first, and the next page's cursor. */
    async page(member: Member, request: PageRequest) {
      const { crypto, limit, cursor } = request;
      if (crypto !== undefined) return coinPage(member, crypto, request);
      const from = cursor === undefined ? startOf(streams) : readCursor(cursor, streams);
      const { lines, next } = await linesOf(member, request, { from, limit });
      return { items: await view(member, lines), next: next && writeCursor(next) };
    },

    /** Counts the matching lines on all pages. */
    async count(member: Member, filter: HistoryFilter): Promise<number> {
      const books = await booksOf(member.id);
      return countLines(books, {
        owner: member.id,
        spans: await walletSpans(books, await walletIds(member), filter),
        filter: kindFilter(filter.type, movements),
        waiting: waitingFilter(waitingKinds, filter),
      });
    },

    /**
     * Yields the whole history in chunks of 500 lines, newest first, each line once. With `before`, the page contains
     * nothing that was posted at or after that time. A line that is pending at the start appears as pending, even if it
     * posts before its chunk is read.
     */
    async *whole(member: Member, filter: WholeFilter, before?: Date): AsyncGenerator<Transaction[]> {
      const open = { ...waitingFilter(waitingKinds, filter), endKinds: [] };
      const began = await waitingOf(member, open, { from: startOf(entryRanges.length), limit: null });
      const openLines = new Map(began.flat().map((line) => [line.entryId, line]));
      let from: Cursor | undefined = before ? await startBefore(member, before) : startOf(streams);
      do {
        const { lines, next }: Lines = await linesOf(member, filter, { from, limit: linesAtOnce });
        for (const line of lines) openLines.delete(line.waiting?.hold ?? holdOf(line) ?? 0n);
        const last = lines.at(-1);
        const isDue = (line: StoredLine) => next === undefined || (last !== undefined && isNewer(line, last));
        const missed = [...openLines.values()].filter(isDue).toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
        for (const { entryId } of missed) openLines.delete(entryId);
        yield await view(member, mergeNewest([lines, missed]));
        from = next;
      } while (from !== undefined);
    },

    /**
     * Returns the newest posted lines and the newest pending or ended ones. Ended lines may be recent, although pages
     * list them by their start.
     */
    async latest(member: Member, limit: number): Promise<Transaction[]> {
      const { posted, waiting, isNotPosted } = await newest(member, { type: 'all' }, { from: startOf(streams), limit });
      return view(member, [...mergeNewest(byWallet(posted)).slice(0, limit), ...waiting.flat().filter(isNotPosted)]);
    },

    /**
     * Returns the next changes after a position, oldest first: lines that began, were posted, or ended without a
     * posting. Without a position, the reading starts at `since`. At most 500 lines of each wallet are read at once.
     */
    async changes(member: Member, since: Date, position: HistoryPosition | undefined) {
      const accounts = {
        owner: member.id,
        wallets: await walletIds(member),
        kinds: waitingKinds,
        ledgers: entryRanges,
      };
      const found = await changesAfter(await booksOf(member.id), accounts, { position, since, limit: linesAtOnce });
      const lines = await view(
        member,
        found.changes.map(({ line }) => line),
      );
      return { ...found, changes: lines.map((line, place) => ({ line, at: found.changes[place]?.at ?? since })) };
    },

    /** Returns one wallet's posted lines of a period. */
    async period(member: Member, currency: FiatCode, period: Period): Promise<WalletPeriod> {
      const account = await ledger.walletId(member.id, currency);
      return walletPeriod(await booksOf(member.id), { account, currency }, period, (lines) => view(member, lines));
    },

    /** Returns one line. Errors: `not_found`, also for another member's line. */
    async one(member: Member, id: string): Promise<Transaction> {
      const hold = holdOfId(id);
      const line = hold === undefined ? await posting(member, id) : await heldLine(member, hold);
      const [transaction] = line ? await view(member, [line]) : [];
      return transaction ?? notFound();
    },

    /** Cancels a pending line. Errors: `not_found`, `not_cancellable`, and the ledger's. */
    async cancel(member: Member, command: Command, id: string): Promise<Transaction> {
      const hold = holdOfId(id);
      if (hold === undefined) return (await posting(member, id)) ? notCancellable() : notFound();
      const found = (await findWaiting(await booksOf(member.id), member.id, waitingKinds, hold)) ?? notFound();
      const { cancel } = found.kind.pending;
      const waiting = 'line' in found ? found.line.waiting : undefined;
      if (!cancel || !waiting || waiting.status === 'returned') return notCancellable();
      // The ledger decides whether the line can still be canceled and whether this call is a repeat.
      await cancel(member, command, { hold, amount: waiting.amount });
      return this.one(member, id);
    },

    /**
     * Returns the line of the given type that a command's entry left on the member's wallet, posted now or before.
     * `known` people are not looked up again.
     */
    async lineOf(
      member: Member,
      type: TransactionType,
      { entry, standing, known }: { entry: JournalEntry; standing: Standing; known?: readonly Person[] },
    ): Promise<Transaction> {
      const accounts = await walletIds(member);
      const lines =
        standing.outcome === 'posted'
          ? postedLines(accounts, entry, standing)
          : await linesOfEntry(await booksOf(member.id), accounts, standing.entryId);
      if (lines.length === 0) return this.one(member, idOfHold(standing.entryId)); // the entry only reserved money
      const ofType = lines.filter((line) => lineType(line, movementOf(line)) === type);
      const line = ofType.find((one) => isDebit(one)) ?? ofType[0]; // an exchange shows its paying side
      const [transaction] = line ? await view(member, [line], known) : [];
      return transaction ?? notFound();
    },
  };
}

/** Returns a function that ends a range of numbers where the previous page ended. */
const upToOf =
  (from: Cursor) =>
  ({ upTo, ...span }: WalletSpan, place: number): WalletSpan => {
    return { ...span, upTo: lesser(from[place] ?? 0n, upTo) };
  };

const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

/** Returns the hold with which a posted line started. */
const holdOf = ({ metadata: { hold } }: StoredLine): bigint | undefined =>
  hold === undefined ? undefined : BigInt(hold);

const isWaiting = (movement: MovementKind): movement is WaitingKind => movement.pending !== undefined;

function unknownKind(kind: string): never {
  throw new Error(`No MovementKind describes entries of kind ${kind}. Add one to the history's movements.`);
}

function notFound(): never {
  throw new Refusal('not_found', 'This transaction does not exist.');
}

function notCancellable(): never {
  throw new Refusal('not_cancellable', 'This can no longer be canceled.');
}
