import type { Transaction } from '@florin/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { all, invalidate, type Which } from './invalidate.ts';
import {
  newestTransactions,
  transactionsKey,
  transactionsQuery,
  type HistoryKind,
  type HistoryPage,
} from './queries.ts';

type Fetched = InfiniteData<HistoryPage, unknown>;

/** A list of more pages is not fetched again from end to end: what is new stands at its start. */
const pagesWorthRefetching = 3;

/** Asks again for the history: short lists and single lines whole, of a long list what has changed at its start. */
export function refreshHistory(queryClient: QueryClient, which: Which = all): void {
  const isLong = (key: readonly unknown[]) => {
    const kind = longKind(queryClient, key);
    if (kind !== undefined) void refreshStart(queryClient, kind);
    return kind !== undefined;
  };
  invalidate(queryClient, { queryKey: transactionsKey, predicate: (query) => which(query) && !isLong(query.queryKey) });
}

function longKind(queryClient: QueryClient, key: readonly unknown[]): HistoryKind | undefined {
  if (key[1] !== 'pages') return undefined;
  const kind = key[2] as HistoryKind; // as transactionsQuery writes it
  const pages = queryClient.getQueryData(transactionsQuery(kind).queryKey)?.pages ?? [];
  return pages.length > pagesWorthRefetching ? kind : undefined;
}

async function refreshStart(queryClient: QueryClient, kind: HistoryKind): Promise<void> {
  const newest = await newestTransactions(kind).catch(() => undefined);
  if (!newest) return; // the next change, or the next visit, asks again
  queryClient.setQueryData(transactionsQuery(kind).queryKey, (fetched) => fetched && withNewest(fetched, newest));
}

/** What is new comes first; what is known already is replaced where it stands, as its status may be another by now. */
export function withNewest(fetched: Fetched, newest: HistoryPage): Fetched {
  const known = new Set(fetched.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const unknown = newest.items.filter(({ id }) => !known.has(id));
  // Nothing in common: more has come than a page holds, and the list begins anew.
  if (unknown.length === newest.items.length && newest.next !== null) return { pages: [newest], pageParams: [null] };
  const changed = new Map(newest.items.map((line) => [line.id, line]));
  const update = (line: Transaction) => changed.get(line.id) ?? line;
  const [first, ...rest] = fetched.pages.map((page) => ({ ...page, items: page.items.map(update) }));
  if (!first) return fetched;
  return { ...fetched, pages: [{ ...first, items: [...unknown, ...first.items] }, ...rest] };
}
