import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const maxPageSize = 500;

/**
 * Fetches the date of the member's first transaction, or null. The date never changes, so the query never becomes
 * stale.
 */
export const firstTransactionQuery = queryOptions({
  queryKey: ['first-transaction'],
  queryFn: ({ signal }) => oldestFrom(null, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Pages through the whole history, because the server lists the newest transactions first. */
async function oldestFrom(cursor: string | null, signal: AbortSignal): Promise<string | null> {
  const { items, next } = await api.page(
    endpoints.listTransactions,
    { query: { limit: maxPageSize, ...(cursor !== null && { cursor }) } },
    { signal },
  );
  return next === null ? (items.at(-1)?.date ?? null) : oldestFrom(next, signal);
}
