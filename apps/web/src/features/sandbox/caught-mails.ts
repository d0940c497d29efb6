import { canonicalEmail, endpoints } from '@florin/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { orInstead } from '../../api/not-offered.ts';

/** A mail is caught about half a second after what brought it about. */
const pollMs = 2_000;

/** The newest mails, of all addresses or of one. */
export const caughtMailsQuery = (to: string | undefined, key: string) =>
  queryOptions({
    queryKey: ['caught-mails', to ?? 'all', key],
    queryFn: ({ signal }) =>
      api.call(endpoints.listCaughtMails, { query: { ...(to && { to }), ...(key && { key }) } }, { signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });

/** The newest text messages. */
export const caughtTextsQuery = (key: string) =>
  queryOptions({
    queryKey: ['caught-texts', key],
    queryFn: ({ signal }) =>
      orInstead(api.call(endpoints.listCaughtTexts, { query: { ...(key && { key }) } }, { signal }), () => []),
    refetchInterval: pollMs,
  });

/** A whole address the server looks for among all mails; the beginning of one is looked for among the newest. */
export function wholeAddress(text: string): string | undefined {
  return canonicalEmail(text);
}
