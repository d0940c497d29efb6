import type { QueryClient } from '@tanstack/react-query';
import type { Transaction } from '../../api/read/answers.ts';
import { changePages } from '../../api/change-pages.ts';

/** Shows a line as the server told it last, wherever it stands already, while the lists are asked for again. */
export async function putInHistory(queryClient: QueryClient, transaction: Transaction): Promise<void> {
  queryClient.setQueryData(['transactions', 'one', transaction.id], transaction);
  const current = (one: Transaction) => (one.id === transaction.id ? transaction : one);
  await changePages(queryClient, { queryKey: ['transactions', 'pages'] }, (fetched) => ({
    ...fetched,
    pages: fetched.pages.map((page) => ({ ...page, items: page.items.map(current) })),
  }));
}
