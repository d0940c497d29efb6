import type { Query, QueryClient } from '@tanstack/react-query';
import type { Transaction } from './read/answers.ts';
import { changePages, isFetchingMore, type FetchedPages } from './change-pages.ts';
import { all, invalidate, type Which } from './invalidate.ts';
import { newestTransactions, transactionsKey, type HistoryAsked, type HistoryPage } from './queries.ts';

/** A list of more pages is not fetched again from end to end: what is new stands at its start. */
const pagesWorthRefetching = 3;

/** Asks again for the history: short lists and single lines whole, of a long list what has changed at its start. */
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
  // One that is being fetched whole would be overwritten by what was read before the change: that begins anew.
  if (state.fetchStatus !== 'idle' && !isFetchingMore(query)) return false;
  const fetched = state.data as Partial<FetchedPages> | undefined; // as transactionsQuery fetches it
  return (fetched?.pages?.length ?? 0) > pagesWorthRefetching;
}

/** Of each list the question for its start that was asked last. */
const lastQuestions = new WeakMap<Query, AbortController>();

async function refreshStart(queryClient: QueryClient, query: Query): Promise<void> {
  const question = new AbortController();
  // An earlier one may read what is no longer so, and be answered later.
  lastQuestions.get(query)?.abort();
  lastQuestions.set(query, question);
  const { queryKey } = query;
  const asked = queryKey[2] as HistoryAsked; // as transactionsQuery writes it
  const newest = await newestTransactions(asked, question.signal).catch(() => undefined);
  if (!newest || question.signal.aborted) return; // the next change, or the next visit, asks again
  await changePages(queryClient, { queryKey, exact: true }, (fetched) => withNewest(fetched, newest));
}

/** What is new comes first; what is known already is replaced where it stands, as its status may be another by now. */
export function withNewest(fetched: FetchedPages, newest: HistoryPage): FetchedPages {
  const known = new Set(fetched.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const unknown = newest.items.filter(({ id }) => !known.has(id));
  // Nothing in common: more has come than a page holds, and the list begins anew.
  if (unknown.length === newest.items.length && newest.next !== null) return { pages: [newest], pageParams: [null] };
  const changed = new Map(newest.items.map((line) => [line.id, line]));
  const update = (line: Transaction) => changed.get(line.id) ?? line;
  const [first, ...rest] = fetched.pages.map((page) => ({ ...page, items: page.items.map(update) }));
  if (!first) return fetched;
  return { ...fetched, pages: [{ ...first, items: [...unknown, ...first.items], total: newest.total }, ...rest] };
}
