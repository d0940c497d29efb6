import type { Query, QueryClient } from '@tanstack/react-query';
import type { Transaction } from './read/answers.ts';
import { changePages, isFetchingMore, type FetchedPages } from './change-pages.ts';
import { all, invalidate, type Which } from './invalidate.ts';
import { newestTransactions, transactionsKey, type HistoryAsked, type HistoryPage } from './queries.ts';

/** Longer lists are not refetched completely, because new transactions appear at the start. */
const maxRefetchedPages = 3;

/** Refetches the history: short lists and single transactions completely, long lists only at the start. */
export function refreshHistory(queryClient: QueryClient, which: Which = all): void {
  const long = queryClient
    .getQueryCache()
    .findAll({ queryKey: transactionsKey, predicate: (query) => which(query) && isLong(query) });
  for (const query of long) void refreshStart(queryClient, query);
  const isOther = (query: Query) => which(query) && !long.includes(query);
  invalidate(queryClient, { queryKey: transactionsKey, predicate: isOther });
}

function isLong(query: Query): boolean {
  const { queryKey, state } = query;
  if (queryKey[1] !== 'pages') return false;
  // A complete refetch under way would overwrite the change, so this list is invalidated like a short list.
  if (state.fetchStatus !== 'idle' && !isFetchingMore(query)) return false;
  const fetched = state.data as Partial<FetchedPages> | undefined; // as transactionsQuery fetches it
  return (fetched?.pages?.length ?? 0) > maxRefetchedPages;
}

/** The last refresh of each list. */
const lastRefreshes = new WeakMap<Query, AbortController>();

async function refreshStart(queryClient: QueryClient, query: Query): Promise<void> {
  const refresh = new AbortController();
  // An earlier refresh may return older data later.
  lastRefreshes.get(query)?.abort();
  lastRefreshes.set(query, refresh);
  const { queryKey } = query;
  const asked = queryKey[2] as HistoryAsked; // as transactionsQuery writes it
  const newest = await newestTransactions(asked, refresh.signal).catch(() => undefined);
  if (!newest || refresh.signal.aborted) return; // the next change or visit refreshes again
  await changePages(queryClient, { queryKey, exact: true }, (fetched) => withNewest(fetched, newest));
}

/** Puts new transactions first and replaces known transactions in place, because their status may have changed. */
export function withNewest(fetched: FetchedPages, newest: HistoryPage): FetchedPages {
  const known = new Set(fetched.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const unknown = newest.items.filter(({ id }) => !known.has(id));
  // No common transaction means that more than a page is new, so the list starts over.
  if (unknown.length === newest.items.length && newest.next !== null) return { pages: [newest], pageParams: [null] };
  const changed = new Map(newest.items.map((line) => [line.id, line]));
  const update = (line: Transaction) => changed.get(line.id) ?? line;
  const [first, ...rest] = fetched.pages.map((page) => ({ ...page, items: page.items.map(update) }));
  if (!first) return fetched;
  return { ...fetched, pages: [{ ...first, items: [...unknown, ...first.items], total: newest.total }, ...rest] };
}
