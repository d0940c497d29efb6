import { CallRefused, type CallOf, type Endpoint } from '@florin/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { attemptsAt, hasAttempt, hasBody, recordFailure, settle, startAttempt, type Attempt } from './attempts.ts';
import { api } from './client.ts';
import { fees } from './fees.ts';
import { invalidate } from './invalidate.ts';
import { paymentMethodsQuery } from './queries.ts';
import type { AnswerRead } from './read/answers.ts';
import { refreshMoney } from './refresh-money.ts';

type BodyOf<E> = CallOf<E> extends { body: infer Body } ? Body : undefined;
/**
 * The arguments of a submission: the body, if the call has a body, and the data that the page needs to show the
 * submission again.
 */
type Submission<E, About> =
  CallOf<E> extends { body: infer Body } ? (undefined extends About ? [body: Body] : [body: Body, about: About]) : [];
type ParamsInput<E> = CallOf<E> extends { params: infer Params } ? { params: Params } : { params?: undefined };
type Options<E> = ParamsInput<E> & { onDone?: (answer: AnswerRead<E>) => void };

export type MoneyCommand<E, About = undefined> = {
  /**
   * Returns the response. Throws a CallRefused, or a TypeError if the server is unreachable. Returns undefined while
   * another submission is under way, such as for a double click.
   */
  submit: (...submission: Submission<E, About>) => Promise<AnswerRead<E> | undefined>;
  /** Whether the submission would reuse the key of an attempt with an unknown outcome. */
  isRetry: (...submission: Submission<E, undefined>) => boolean;
  /** Whether the server may already have executed the submission. False while a first try is under way. */
  isInDoubt: (...submission: Submission<E, undefined>) => boolean;
  /** Attempts with an unknown outcome, newest first. Excludes a first try under way. */
  unsettled: readonly Attempt<BodyOf<E>, About>[];
  busy: boolean;
};

/**
 * Runs a command that moves money, with one idempotency key per submission. After an unknown outcome the same body
 * reuses the same key, so a retry pays only once. The key survives a closed or reloaded page.
 */
export function useMoneyCommand<E extends Endpoint, About = undefined>(
  endpoint: E,
  ...options: CallOf<E> extends { params: unknown } ? [Options<E>] : [Options<E>?]
): MoneyCommand<E, About>;
export function useMoneyCommand(
  endpoint: Endpoint,
  { params, onDone }: { params?: unknown; onDone?: (answer: unknown) => void } = {},
): MoneyCommand<Endpoint, unknown> {
  const queryClient = useQueryClient();
  const at = attemptsAt(endpoint, params);
  const { data: attempts = [] } = useQuery(at);
  const underWay = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ key, body }: { key: string; body: unknown }) =>
      api.call(
        endpoint,
        { params, query: undefined, body },
        { idempotencyKey: key, headers: { 'florin-send-fee': String(fees.send) } },
      ),
  });

  const submit = async (body?: unknown, about?: unknown) => {
    // Uses a ref, because `busy` is stale within a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    const attempt = startAttempt(queryClient, at, { body, about });
    try {
      const answer = await mutateAsync({ key: attempt.key, body });
      settle(queryClient, at, attempt);
      refreshMoney(queryClient);
      onDone?.(answer);
      return answer;
    } catch (error) {
      recordFailure(queryClient, at, attempt, error);
      // The card's bank wants the member to confirm the payment on its page.
      if (error instanceof CallRefused && error.body?.url) location.assign(error.body.url);
      refreshMethods(queryClient, error);
      throw error;
    } finally {
      underWay.current = false;
    }
  };
  const isRetry = (body?: unknown) => hasAttempt(queryClient, at, body);
  const unsettled = attempts.filter(({ isUnclear }) => isUnclear || !isPending);
  const isInDoubt = (body?: unknown) =>
    unsettled.some((attempt) => hasBody(attempt, body)) || (!isPending && isRetry(body));
  return { submit, isRetry, isInDoubt, unsettled, busy: isPending };
}

/** Refetches the payment methods if a method was removed elsewhere. */
function refreshMethods(queryClient: QueryClient, error: unknown) {
  if (error instanceof CallRefused && error.body?.code === 'payment_method_not_found')
    invalidate(queryClient, { queryKey: paymentMethodsQuery.queryKey });
}
