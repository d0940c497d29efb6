import { endpoints, type AnswerOf, type Endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type Confirmation = AnswerOf<Endpoints['confirmEmail']>;

/**
 * A query, although it posts: the page is drawn twice in development and again when a session begins or ends, and the
 * token is to be sent once. What came of it is kept for as long as the page is open, also where the cache is cleared.
 */
export const confirmationQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-confirmation', token],
    queryFn: () => confirmOnce(token),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  });

const sent = new Map<string, Promise<Confirmation>>();

function confirmOnce(token: string): Promise<Confirmation> {
  const known = sent.get(token);
  if (known) return known;
  const answer = api.call(endpoints.confirmEmail, { body: { token } });
  sent.set(token, answer);
  // Only what was confirmed is settled: anything else may be asked again, by hand.
  answer.catch(() => sent.delete(token));
  return answer;
}
