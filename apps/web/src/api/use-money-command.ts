import { CallRefused, type AnswerOf, type CallOf, type Endpoint, type ErrorCode } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from './client.ts';
import { refreshMoney } from './refresh-money.ts';

/** What a submission carries: the body, where the call has one. */
type Submission<E> = CallOf<E> extends { body: infer Body } ? [body: Body] : [];
type ParamsInput<E> = CallOf<E> extends { params: infer Params } ? { params: Params } : { params?: undefined };
type Options<E> = ParamsInput<E> & { onDone?: (answer: AnswerOf<E>) => void };

export type MoneyCommand<E> = {
  /**
   * Gives the answer, or throws: a CallRefused, or a TypeError where the server was not reached. Undefined where one is
   * under way already: the second of a double click has nothing to do and nothing to say.
   */
  submit: (...submission: Submission<E>) => Promise<AnswerOf<E> | undefined>;
  /** Whether it would go out under the key of one whose outcome is unknown: then it is not another payment. */
  isRetry: (...submission: Submission<E>) => boolean;
  busy: boolean;
};

type Attempt = {
  readonly key: string;
  readonly what: string;
  /** An answer was lost: it may have been carried out. */
  isUnclear: boolean;
};

/**
 * A command that moves money. One idempotency key per submission; where it is unknown whether the last one was carried
 * out, the same body goes out under the same key, so that a retry pays once.
 */
export function useMoneyCommand<E extends Endpoint>(
  endpoint: E,
  ...options: CallOf<E> extends { params: unknown } ? [Options<E>] : [Options<E>?]
): MoneyCommand<E>;
export function useMoneyCommand(
  endpoint: Endpoint,
  { params, onDone }: { params?: unknown; onDone?: (answer: unknown) => void } = {},
): MoneyCommand<Endpoint> {
  const queryClient = useQueryClient();
  const unsettled = useRef<Attempt>(null);
  const underWay = useRef(false);
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ key, body }: { key: string; body: unknown }) =>
      api.call(endpoint, { params, query: undefined, body }, { idempotencyKey: key }),
  });

  const submit = async (body?: unknown) => {
    // A ref, not `busy`: what was rendered is stale within a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    const attempt = attemptFor({ params, body }, unsettled.current);
    unsettled.current = attempt;
    try {
      const answer = await mutateAsync({ key: attempt.key, body });
      unsettled.current = null;
      refreshMoney(queryClient);
      onDone?.(answer);
      return answer;
    } catch (error) {
      if (settles(error, attempt)) unsettled.current = null;
      else attempt.isUnclear = true;
      throw error;
    } finally {
      underWay.current = false;
    }
  };
  const isRetry = (body?: unknown) => unsettled.current?.what === JSON.stringify({ params, body });
  return { submit, isRetry, busy: isPending };
}

function attemptFor(submission: unknown, unsettled: Attempt | null): Attempt {
  const what = JSON.stringify(submission);
  return unsettled?.what === what ? unsettled : { key: crypto.randomUUID(), what, isUnclear: false };
}

/**
 * The server decided against it. Anything else (no answer, a 5xx, still in flight) leaves it open, and so does what was
 * said at the door: nobody looked there what became of an earlier try.
 */
function settles(error: unknown, { isUnclear }: Attempt): boolean {
  if (!(error instanceof CallRefused) || error.status >= 500 || error.body?.code === 'still_in_flight') return false;
  return !isUnclear || !isOfTheDoor(error);
}

/** Said before the command's key is looked at, or by a proxy, whose words are not the contract's. */
const isOfTheDoor = ({ body }: CallRefused) => body === undefined || doorCodes.has(body.code);

const doorCodes = new Set<ErrorCode>(['not_signed_in', 'second_factor_required', 'too_many_requests']);
