import { endpoints } from '@florin/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

type LinkBody = { readonly token: string; readonly password?: string };

/** The request of a mailed link. Sends the token, alone or with the account's password. */
export type LinkCall<Answer> = {
  readonly query: (token: string) => ReturnType<typeof linkQuery<Answer>>;
  /** After success, `query` returns the same answer. */
  readonly withPassword: (token: string, password: string) => Promise<Answer>;
};

export const confirmation = linkCall('email-confirmation', (body) => api.call(endpoints.confirmEmail, { body }));
export const emailChange = linkCall('email-change', (body) => api.call(endpoints.confirmEmailChange, { body }));

/**
 * Returns a query, although the request is a POST. React renders twice in development and again when a session starts
 * or ends, but the page must send the token once. `linkCall` caches the answer while the page is open, even if the
 * query cache is cleared.
 */
const linkQuery = <Answer>(name: string, token: string, send: (token: string) => Promise<Answer>) =>
  queryOptions({
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
    queryKey: [name, token],
    queryFn: () => send(token),
  });

function linkCall<Answer>(name: string, call: (body: LinkBody) => Promise<Answer>): LinkCall<Answer> {
  const sent = new Map<string, Promise<Answer>>();
  const sendOnce = (token: string, send: () => Promise<Answer>): Promise<Answer> => {
    const answer = send();
    sent.set(token, answer);
    // A failed request may be retried manually.
    answer.catch(() => sent.delete(token));
    return answer;
  };
  return {
    query: (token) => linkQuery(name, token, () => sent.get(token) ?? sendOnce(token, () => call({ token }))),
    withPassword: (token, password) => sendOnce(token, () => call({ token, password })),
  };
}
