import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/**
 * Queries, although they post: the page is drawn twice in development and again when a session begins or ends, and the
 * token is to be sent once. What came of it is kept for as long as the page is open, also where the cache is cleared.
 */
const asked = { staleTime: Number.POSITIVE_INFINITY, retry: false, networkMode: 'always' } as const;

export const confirmationQuery = (token: string) =>
  queryOptions({ ...asked, queryKey: ['email-confirmation', token], queryFn: () => confirmOnce(token) });

export const emailChangeQuery = (token: string) =>
  queryOptions({ ...asked, queryKey: ['email-change', token], queryFn: () => changeOnce(token) });

const confirmOnce = onceOf((token) => api.call(endpoints.confirmEmail, { body: { token } }));
const changeOnce = onceOf((token) => api.call(endpoints.confirmEmailChange, { body: { token } }));

function onceOf<Answer>(call: (token: string) => Promise<Answer>) {
  const sent = new Map<string, Promise<Answer>>();
  return (token: string): Promise<Answer> => {
    const known = sent.get(token);
    if (known) return known;
    const answer = call(token);
    sent.set(token, answer);
    // Only what was confirmed is settled: anything else may be asked again, by hand.
    answer.catch(() => sent.delete(token));
    return answer;
  };
}
