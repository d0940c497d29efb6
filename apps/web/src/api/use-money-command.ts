import { CallRefused, type CallOf, type Endpoint } from '@florin/contract';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { attemptsAt, isKnown, isOf, noteFailure, settle, takeUp, type Attempt } from './attempts.ts';
import { api } from './client.ts';
import { invalidate } from './invalidate.ts';
import { paymentMethodsQuery } from './queries.ts';
import type { AnswerRead } from './read/answers.ts';
import { refreshMoney } from './refresh-money.ts';

type BodyOf<E> = CallOf<E> extends { body: infer Body } ? Body : undefined;
/** What a submission carries: the body, where the call has one, and what its page needs to show it again. */
type Submission<E, About> =
  CallOf<E> extends { body: infer Body } ? (undefined extends About ? [body: Body] : [body: Body, about: About]) : [];
type ParamsInput<E> = CallOf<E> extends { params: infer Params } ? { params: Params } : { params?: undefined };
type Options<E> = ParamsInput<E> & { onDone?: (answer: AnswerRead<E>) => void };

export type MoneyCommand<E, About = undefined> = {
  /**
   * Gives the answer, or throws: a CallRefused, or a TypeError where the server was not reached. Undefined where one is
   * under way already: the second of a double click has nothing to do and nothing to say.
   */
  submit: (...submission: Submission<E, About>) => Promise<AnswerRead<E> | undefined>;
  /** Whether it would go out under the key of one whose outcome is unknown: then it is not another payment. */
  isRetry: (...submission: Submission<E, undefined>) => boolean;
  /** Whether it may have been carried out already. While a first try is under way there is no doubt yet. */
  isInDoubt: (...submission: Submission<E, undefined>) => boolean;
  /** Those whose outcome is unknown, the newest first, but for a first try that is under way. */
  unsettled: readonly Attempt<BodyOf<E>, About>[];
  busy: boolean;
};

/**
 * A command that moves money. One idempotency key per submission; where it is unknown whether one was carried out, the
 * same body goes out under the same key, so that a retry pays once, also where the page was left or loaded anew in between.
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
      api.call(endpoint, { params, query: undefined, body }, { idempotencyKey: key }),
  });

  const submit = async (body?: unknown, about?: unknown) => {
    // A ref, not `busy`: what was rendered is stale within a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    const attempt = takeUp(queryClient, at, { body, about });
    try {
      const answer = await mutateAsync({ key: attempt.key, body });
      settle(queryClient, at, attempt);
      refreshMoney(queryClient);
      onDone?.(answer);
      return answer;
    } catch (error) {
      noteFailure(queryClient, at, attempt, error);
      refreshMethods(queryClient, error);
      throw error;
    } finally {
      underWay.current = false;
    }
  };
  const isRetry = (body?: unknown) => isKnown(queryClient, at, body);
  const unsettled = attempts.filter(({ isUnclear }) => isUnclear || !isPending);
  const isInDoubt = (body?: unknown) =>
    unsettled.some((attempt) => isOf(attempt, body)) || (!isPending && isRetry(body));
  return { submit, isRetry, isInDoubt, unsettled, busy: isPending };
}

/** A payment method that was removed elsewhere is not offered again. */
function refreshMethods(queryClient: QueryClient, error: unknown) {
  if (error instanceof CallRefused && error.body?.code === 'payment_method_not_found')
    invalidate(queryClient, { queryKey: paymentMethodsQuery.queryKey });
}
