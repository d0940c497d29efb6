import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** Returns the UTC month of a timestamp, such as `2026-11`. */
export const monthOf = (timestamp: string): string => timestamp.slice(0, 7);

/** Returns all months from first to last, newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const count = Math.max(0, ordinalOf(last) - ordinalOf(first));
  return Array.from({ length: count + 1 }, (_, i) => monthAt(ordinalOf(last) - i));
}

const ordinalOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

const monthAt = (ordinal: number) => `${Math.floor(ordinal / 12)}-${String((ordinal % 12) + 1).padStart(2, '0')}`;

const maxPageSize = 500;

/** Fetches the date of the member's first transaction, or null. It never changes, so it never becomes stale. */
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
