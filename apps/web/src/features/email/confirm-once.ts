import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type Shown = { readonly token: string; readonly password?: string };

/** What a mailed link is for: asked with the token alone, or with the account's password. */
export type LinkCall<Answer> = {
  readonly query: (token: string) => ReturnType<typeof linkQuery<Answer>>;
  /** Once it has worked, `query` answers the same. */
  readonly withPassword: (token: string, password: string) => Promise<Answer>;
};

export const confirmation = linkCall('email-confirmation', (body) => api.call(endpoints.confirmEmail, { body }));
export const emailChange = linkCall('email-change', (body) => api.call(endpoints.confirmEmailChange, { body }));

/**
 * A query, although it posts: the page is drawn twice in development and again when a session begins or ends, and the
 * token is to be sent once. The answer is kept for as long as the page is open, also where the cache is cleared.
 */
const linkQuery = <Answer>(name: string, token: string, ask: (token: string) => Promise<Answer>) =>
  queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    queryKey: [name, token],
    queryFn: () => ask(token),
  });

function linkCall<Answer>(name: string, call: (shown: Shown) => Promise<Answer>): LinkCall<Answer> {
  const sent = new Map<string, Promise<Answer>>();
  const once = (token: string, begin: () => Promise<Answer>): Promise<Answer> => {
    const answer = begin();
    sent.set(token, answer);
    // Only what was confirmed is settled: anything else may be asked again, by hand.
    answer.catch(() => sent.delete(token));
    return answer;
  };
  return {
    query: (token) => linkQuery(name, token, () => sent.get(token) ?? once(token, () => call({ token }))),
    withPassword: (token, password) => once(token, () => call({ token, password })),
  };
}
