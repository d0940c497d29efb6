import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

// Statements are of UTC months, written `2026-11`.

export const monthOf = (timestamp: string): string => timestamp.slice(0, 7);

/** Every month from the first to the last, newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const count = Math.max(0, ordinalOf(last) - ordinalOf(first));
  return Array.from({ length: count + 1 }, (_, i) => monthAt(ordinalOf(last) - i));
}

const ordinalOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

const monthAt = (ordinal: number) => `${Math.floor(ordinal / 12)}-${String((ordinal % 12) + 1).padStart(2, '0')}`;

const longestPage = 500;

/** When the first transaction of all was; null where there is none. Once there it never changes. */
export const firstTransactionQuery = queryOptions({
  queryKey: ['first-transaction'],
  queryFn: ({ signal }) => oldestFrom(null, signal),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The list is read from its newest end, so the way to the oldest leads through all of it. */
async function oldestFrom(cursor: string | null, signal: AbortSignal): Promise<string | null> {
  const { items, next } = await api.page(
    endpoints.listTransactions,
    { query: { limit: longestPage, ...(cursor !== null && { cursor }) } },
    { signal },
  );
  return next === null ? (items.at(-1)?.date ?? null) : oldestFrom(next, signal);
}
