import type { EntryRange } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { WaitingKind } from './movement.ts';
import { nextLines, type StoredLine } from './store.ts';
import { changedHolds } from './waiting-store.ts';
import { lastBefore } from './wallet-period.ts';

/**
 * The position up to which a history was read: the number of each wallet's last posting, and the last entry that
 * changed a hold, by account and ledger. Both numbers increase in the order of the commits.
 */
export type HistoryPosition = {
  readonly postings: Readonly<Record<string, string>>;
  readonly holds: Readonly<Record<string, string>>;
};

/** The state of a line after a change. */
export type Change = { readonly line: StoredLine; readonly at: Date };

export type Changes = {
  /** In the order of time. */
  readonly changes: readonly Change[];
  readonly position: HistoryPosition;
  /** Whether more changes follow. */
  readonly more: boolean;
};

type Accounts = {
  readonly owner: string;
  readonly wallets: readonly bigint[];
  readonly kinds: ReadonlyMap<string, WaitingKind>;
  readonly ledgers: readonly EntryRange[];
};

/**
 * Returns the changes of a history after a position, or since a time if no position exists yet. The result has at most
 * `limit` postings of each wallet and `limit` holds.
 */
export async function changesAfter(
  database: Queryable,
  { owner, wallets, kinds, ledgers }: Accounts,
  {
    position,
    since,
    limit,
  }: { readonly position: HistoryPosition | undefined; readonly since: Date; readonly limit: number },
): Promise<Changes> {
  const spans = await Promise.all(
    wallets.map(async (account) => ({ account, after: await startOf(database, account, position, since) })),
  );
  const lines = await nextLines(database, spans, limit);
  const parts = (await holdAccounts(database, owner)).flatMap((account) =>
    ledgers.map((range, ledger) => {
      const read = BigInt(position?.holds[`${account} ${ledger}`] ?? 0);
      return { account, ledger, ...range, read: read > range.after ? read : range.after };
    }),
  );
  const holds = await changedHolds(database, parts, kinds, { since, limit });

  const wallet = spans.map(({ account, after }) => ({
    account,
    after,
    lines: lines.filter(({ posting }) => posting?.account === account).toSorted(byNumber),
  }));
  const cut = lastComplete([...wallet.map((one) => one.lines.map(timeOf)), holds.map(({ at }) => at)], limit);
  const readLines = wallet.map(({ lines: all, ...one }) => ({ ...one, lines: upTo(cut, all, timeOf) }));
  const readHolds = parts.map((part) => {
    const own = holds.filter(
      ({ account, entry }) => account === part.account && entry > part.after && entry <= part.last,
    );
    return { ...part, holds: upTo(cut, own, ({ at }) => at) };
  });
  return {
    changes: [
      ...readHolds.flatMap(({ holds: own }) =>
        own.flatMap(({ began, failed }) => (failed ? [began, failed] : [began])),
      ),
      ...readLines.flatMap((one) => one.lines),
    ]
      .map((line) => ({ line, at: timeOf(line) }))
      .toSorted((a, b) => +a.at - +b.at),
    position: {
      postings: Object.fromEntries(
        readLines.map(({ account, after, lines: own }) => [account, String(own.at(-1)?.posting?.seq ?? after)]),
      ),
      holds: Object.fromEntries(
        readHolds.map(({ account, ledger, read, holds: own }) => [
          `${account} ${ledger}`,
          String(own.at(-1)?.entry ?? read),
        ]),
      ),
    },
    more: cut !== undefined,
  };
}

/** Returns the items up to the first item after the moment. The result is complete even if the clock was set back. */
function upTo<Item>(moment: Date | undefined, items: readonly Item[], at: (item: Item) => Date): readonly Item[] {
  const end = moment === undefined ? -1 : items.findIndex((item) => at(item) > moment);
  return end < 0 ? items : items.slice(0, end);
}

async function startOf(database: Queryable, account: bigint, position: HistoryPosition | undefined, since: Date) {
  const read = position?.postings[String(account)];
  if (read !== undefined) return BigInt(read);
  const [before = 0n] = await lastBefore(database, account, [since]);
  return before;
}

/** Returns the accounts of a member that have holds: wallets, and claims on the bank. */
async function holdAccounts(database: Queryable, owner: string): Promise<bigint[]> {
  const { rows } = await database.query<{ id: bigint }>({
    name: 'hold-accounts',
    text: `select id from member_books.accounts where owner = $1 and kind = any ('{wallet,incoming}') order by id`,
    values: [owner],
  });
  return rows.map(({ id }) => id);
}

/** Returns the time up to which all lists are complete. A list with `limit` items may continue. */
function lastComplete(lists: readonly (readonly Date[])[], limit: number): Date | undefined {
  const ends = lists.flatMap((times) => (times.length < limit ? [] : times.slice(-1)));
  return ends.toSorted((a, b) => +a - +b)[0];
}

const byNumber = (a: StoredLine, b: StoredLine) => ((a.posting?.seq ?? 0n) < (b.posting?.seq ?? 0n) ? -1 : 1);

const timeOf = ({ waiting, recordedAt }: StoredLine): Date => waiting?.endedAt ?? recordedAt;
