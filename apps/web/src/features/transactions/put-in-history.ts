import type { Transaction } from '@florin/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Pages = InfiniteData<{ items: readonly Transaction[]; next: string | null }>;

/** Shows a line as the server told it last, wherever it stands already, while the lists are asked for again. */
export function putInHistory(queryClient: QueryClient, transaction: Transaction): void {
  const current = (one: Transaction) => (one.id === transaction.id ? transaction : one);
  queryClient.setQueriesData<Pages>(
    { queryKey: ['transactions', 'pages'] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(current) })) },
  );
  queryClient.setQueryData(['transactions', 'one', transaction.id], transaction);
}
