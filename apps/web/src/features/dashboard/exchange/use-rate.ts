import { CallRefused, type ExchangeQuote } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useState } from 'react';
import { refusalText } from '../../../api/refusal-text.ts';
import { useQuote } from '../../../wallet-ui/held-price/use-quote.ts';
import { useSecondsLeft } from '../../../wallet-ui/held-price/use-seconds-left.ts';
import type { ExchangeOrder } from './exchange.ts';

type RateState =
  | { readonly state: 'none' | 'asking' }
  | {
      readonly state: 'held';
      readonly quote: ExchangeQuote;
      readonly secondsLeft: number;
      /** The second press of a double one on 'Get a new rate' must not exchange at a rate that nobody has seen. */
      readonly isRead: boolean;
    }
  | { readonly state: 'expired' }
  | { readonly state: 'failed'; readonly sentence: string };

export type Rate = RateState & {
  /** What was quoted last, to be read while the next is asked for. */
  readonly shown: ExchangeQuote | undefined;
  /** Why there is no rate for this amount, if the amount is to blame. */
  readonly problem: string | undefined;
  readonly renew: () => void;
  readonly renewing: boolean;
};

const readingSeconds = 0.7;

/** The rate that is held for the order, if it still is. `spentQuote` is one that the server does not take any more. */
export function useRate(order: ExchangeOrder | undefined, spentQuote: string | undefined): Rate {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuote(
    'exchange',
    order && { kind: 'exchange', from: order.amount.asset, to: order.to, amount: toDecimal(order.amount) },
  );
  const [renewed, setRenewed] = useState(false);
  const { arrivedAt, quote } = data ?? { arrivedAt: 0 };
  const secondsLeft = useSecondsLeft(arrivedAt, quote?.expires_in_seconds ?? 0);
  const problem = order && error instanceof CallRefused ? amountProblem(error) : undefined;
  return {
    ...stateOf(),
    shown: order && quote?.from === order.amount.asset && quote.to === order.to ? quote : undefined,
    problem,
    renew: () => {
      setRenewed(true);
      void refetch();
    },
    renewing: renewed && isFetching && !isPlaceholderData,
  };

  function stateOf(): RateState {
    if (!order) return { state: 'none' };
    if (error && !isFetching && problem === undefined)
      return { state: 'failed', sentence: refusalText(error, 'The rate could not be loaded.') };
    if (!quote || isPlaceholderData || problem !== undefined) return { state: 'asking' };
    if (secondsLeft === 0 || quote.id === spentQuote) return { state: 'expired' };
    const isRead = !renewed || quote.expires_in_seconds - secondsLeft >= readingSeconds;
    return { state: 'held', quote, secondsLeft, isRead };
  }
}

/** The server's sentence, where it is about the amount. */
const amountProblem = ({ body }: CallRefused) =>
  body?.fields?.['amount'] ?? (body?.code === 'amount_too_small' ? body.detail : undefined);
