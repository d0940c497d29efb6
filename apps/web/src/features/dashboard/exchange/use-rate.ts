import { CallRefused, type ExchangeQuote } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useState } from 'react';
import { refusalText } from '../../../api/refusal-text.ts';
import { useQuote } from '../../../wallet-ui/held-price/use-quote.ts';
import { useSecondsLeft } from '../../../wallet-ui/held-price/use-seconds-left.ts';
import type { ExchangeOrder } from './exchange.ts';

type RateState =
  | { readonly state: 'none' | 'loading' }
  | {
      readonly state: 'held';
      readonly quote: ExchangeQuote;
      readonly secondsLeft: number;
      /** False for 0.7 s after a renewal: a double click on Get a new rate must not exchange at an unseen rate. */
      readonly isUsable: boolean;
    }
  | { readonly state: 'expired' }
  | { readonly state: 'failed'; readonly sentence: string };

export type Rate = RateState & {
  /** The last quote, shown while the next quote loads. */
  readonly shown: ExchangeQuote | undefined;
  /** The server's error about the amount, if it rejected the amount. */
  readonly problem: string | undefined;
  readonly renew: () => void;
  readonly renewing: boolean;
};

const doubleClickSeconds = 0.7;

/** Requests and renews the rate for an order. A rate with the id `rejectedQuote` counts as expired. */
export function useRate(order: ExchangeOrder | undefined, rejectedQuote: string | undefined): Rate {
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
      return { state: 'failed', sentence: refusalText(error, 'Could not load the rate.') };
    if (!quote || isPlaceholderData || problem !== undefined) return { state: 'loading' };
    if (secondsLeft === 0 || quote.id === rejectedQuote) return { state: 'expired' };
    const isUsable = !renewed || quote.expires_in_seconds - secondsLeft >= doubleClickSeconds;
    return { state: 'held', quote, secondsLeft, isUsable };
  }
}

/** Returns the server's message if the message concerns the amount. */
const amountProblem = ({ body }: CallRefused) =>
  body?.fields?.['amount'] ?? (body?.code === 'amount_too_small' ? body.detail : undefined);
