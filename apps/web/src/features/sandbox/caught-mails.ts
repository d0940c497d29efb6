import { canonicalEmail, endpoints } from '@florin/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { orFallback } from '../../api/not-offered.ts';

/** Poll interval. The server catches a mail about half a second after the action that sends it. */
const pollMs = 2_000;

/** Fetches the newest mails of one address or of all addresses. */
export const caughtMailsQuery = (to: string | undefined, key: string) =>
  queryOptions({
    queryKey: ['caught-mails', to ?? 'all', key],
    queryFn: ({ signal }) =>
      api.call(endpoints.listCaughtMails, { query: { ...(to && { to }), ...(key && { key }) } }, { signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });

/** Fetches the newest text messages. Returns an empty list if the server lacks this endpoint. */
export const caughtTextsQuery = (key: string) =>
  queryOptions({
    queryKey: ['caught-texts', key],
    queryFn: ({ signal }) =>
      orFallback(api.call(endpoints.listCaughtTexts, { query: { ...(key && { key }) } }, { signal }), () => []),
    refetchInterval: pollMs,
  });

/**
 * Returns the text if it is a complete address, for the server to search. Partial addresses filter the newest mails.
 */
export function completeAddress(text: string): string | undefined {
  return canonicalEmail(text);
}
