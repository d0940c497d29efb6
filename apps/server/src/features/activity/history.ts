import type { Transaction, TransactionType } from '@florin/contract';
import { amountOf, fiatCodes } from '@florin/money';
import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member, People, Person } from '../identity/index.ts';
import { readCursor, startOf, writeCursor, type Cursor } from './cursor.ts';
import type { HistoryLine, MovementKind } from './movement.ts';
import { findLine, linesOfEntry, newestLines, type LineFilter, type StoredLine } from './store.ts';
import { lineType, transactionView } from './transaction-view.ts';

export type History = ReturnType<typeof openHistory>;

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly people: People;
  readonly movements: readonly MovementKind[];
};

type PageRequest = {
  readonly type: TransactionType | 'all';
  readonly limit: number;
  readonly cursor: string | undefined;
};

/** The history of a member's wallets: a read model over the journal, nothing is stored for it. */
export function openHistory({ pool, ledger, people, movements }: Dependencies) {
  const byKind = new Map(movements.map((movement) => [movement.kind, movement]));
  const movementOf = ({ kind }: Pick<HistoryLine, 'kind'>) => byKind.get(kind) ?? unknownKind(kind);
  const walletIds = (member: Member) => Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));

  const view = async (lines: readonly HistoryLine[], known: readonly Person[] = []): Promise<Transaction[]> => {
    const named = new Map(known.map((person) => [person.id, person]));
    const ids = new Set(lines.flatMap((line) => movementOf(line).people(line.metadata)).filter((id) => !named.has(id)));
    for (const [id, person] of await people.byIds([...ids])) named.set(id, person);
    return lines.map((line) => transactionView(line, movementOf(line), named));
  };

  return {
    /** A page, newest first, and the cursor of the next one. */
    async page(member: Member, { type, limit, cursor }: PageRequest) {
      const accounts = await walletIds(member);
      const from = cursor === undefined ? startOf(accounts.length) : readCursor(cursor, accounts.length);
      const wallets = accounts.map((account, i) => ({ account, from: from[i] ?? 0n }));
      const lines = await newestLines(pool, wallets, filterFor(type, movements), limit + 1);
      const sorted = lines.toSorted(newestFirst);
      const shown = sorted.slice(0, limit);
      const next = sorted.length > limit ? writeCursor(nextCursor(accounts, sorted, limit)) : undefined;
      return { items: await view(shown), next };
    },

    /** One line. Refusals: `not_found`, also for another member's. */
    async one(member: Member, id: string): Promise<Transaction> {
      const match = /^(\d{1,18})-(\d{1,18})$/.exec(id);
      const key = match && { account: BigInt(match[1] ?? ''), seq: BigInt(match[2] ?? '') };
      const line = key && (await findLine(pool, await walletIds(member), key));
      const [transaction] = line ? await view([line]) : [];
      return transaction ?? notFound();
    },

    /**
     * The line of that type that a command's entry left on the member's wallet, whether it was posted now or before.
     * People whom the command knows already need not be looked up.
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
          : await linesOfEntry(pool, accounts, standing.entryId);
      const ofType = lines.filter((line) => lineType(line, movementOf(line)) === type);
      const [transaction] = await view(ofType, known);
      return transaction ?? notFound();
    },
  };
}

/** Read from what the ledger answered, so that a fresh entry costs no query. */
function postedLines(
  accounts: readonly bigint[],
  entry: JournalEntry,
  standing: Extract<Standing, { outcome: 'posted' }>,
): HistoryLine[] {
  return standing.lines.flatMap(({ account, seq, units, balance }) => {
    const asset = fiatCodes[accounts.indexOf(account)];
    if (asset === undefined) return [];
    return {
      account,
      seq,
      amount: amountOf(asset, units),
      balanceAfter: amountOf(asset, balance),
      kind: entry.kind,
      recordedAt: standing.recordedAt,
      metadata: entry.metadata,
    };
  });
}

function filterFor(type: TransactionType | 'all', movements: readonly MovementKind[]): LineFilter {
  if (type === 'all') return undefined;
  const kinds = (side: 'debit' | 'credit') => movements.filter((one) => one[side] === type).map((one) => one.kind);
  return { debitKinds: kinds('debit'), creditKinds: kinds('credit') };
}

/** By entry, and within an entry by the order on its account. */
function newestFirst(a: StoredLine, b: StoredLine): number {
  if (a.entryId !== b.entryId) return a.entryId < b.entryId ? 1 : -1;
  return a.seq < b.seq ? 1 : -1;
}

/** A wallet goes on with the first of its lines that was read and not shown; one that has none is at its end. */
const nextCursor = (accounts: readonly bigint[], sorted: readonly HistoryLine[], limit: number): Cursor =>
  accounts.map((account) => sorted.slice(limit).find((line) => line.account === account)?.seq ?? 0n);

function unknownKind(kind: string): never {
  throw new Error(`no slice says how an entry of kind ${kind} shows in history`);
}

function notFound(): never {
  throw new Refusal('not_found', 'There is no such transaction.');
}
