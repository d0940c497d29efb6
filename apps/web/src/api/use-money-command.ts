import { CallRefused, type AnswerOf, type CallOf, type Endpoint } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './client.ts';
import { meQuery, portfolioQuery, walletsQuery } from './queries.ts';

type BodyInput<E> = CallOf<E> extends { body: infer Body } ? Body : never;

export type MoneyCommand<E> = {
  /**
   * Gives the answer, or throws: a CallRefused, or a TypeError where the server was not reached. Undefined where one is
   * under way already: the second of a double click has nothing to do and nothing to say.
   */
  submit: (body: BodyInput<E>) => Promise<AnswerOf<E> | undefined>;
  busy: boolean;
};

type Attempt = { key: string; body: string };

/**
 * A command that moves money. One idempotency key per submission; where it is unknown whether the last one was carried
 * out, the same body goes out under the same key, so that a retry pays once.
 */
export function useMoneyCommand<E extends Endpoint>(
  endpoint: E,
  options?: { onDone?: (answer: AnswerOf<E>) => void },
): MoneyCommand<E>;
export function useMoneyCommand(
  endpoint: Endpoint,
  { onDone }: { onDone?: (answer: unknown) => void } = {},
): MoneyCommand<Endpoint> {
  const queryClient = useQueryClient();
  const unsettled = useRef<Attempt>(null);
  const underWay = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ key, body }: { key: string; body: unknown }) =>
      api.call(endpoint, { params: undefined, query: undefined, body }, { idempotencyKey: key }),
  });

  const submit = async (body: unknown) => {
    // A ref, not `busy`: what was rendered is stale within a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    const attempt = attemptFor(body, unsettled.current);
    unsettled.current = attempt;
    try {
      const answer = await mutateAsync({ key: attempt.key, body });
      unsettled.current = null;
      for (const queryKey of movedByMoney) void queryClient.invalidateQueries({ queryKey });
      onDone?.(answer);
      return answer;
    } catch (error) {
      if (isSettled(error)) unsettled.current = null;
      throw error;
    } finally {
      underWay.current = false;
    }
  };
  return { submit, busy: isPending };
}

const movedByMoney = [meQuery.queryKey, walletsQuery.queryKey, portfolioQuery.queryKey, ['transactions']];

function attemptFor(body: unknown, unsettled: Attempt | null): Attempt {
  const text = JSON.stringify(body);
  return unsettled?.body === text ? unsettled : { key: crypto.randomUUID(), body: text };
}

/** The server decided against it. Anything else (no answer, a 5xx, still in flight) leaves it open. */
const isSettled = (error: unknown) =>
  error instanceof CallRefused && error.status < 500 && error.body?.code !== 'still_in_flight';
