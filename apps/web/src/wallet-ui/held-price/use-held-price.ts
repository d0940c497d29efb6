import { CallRefused } from '@florin/contract';
import { useEffect } from 'react';
import { refusalText } from '../../api/refusal-text.ts';
import { useQuote, type OrderOf, type QuoteOf } from './use-quote.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

type Trade = 'buy' | 'sell';

export type HeldPrice<Kind extends Trade> = (
  | { readonly state: 'none' | 'asking' }
  | { readonly state: 'held'; readonly quote: QuoteOf<Kind>; readonly secondsLeft: number }
  | { readonly state: 'failed'; readonly sentence: string }
) & {
  /** The last quote for this coin, shown while the next quote loads. */
  readonly shown: QuoteOf<Kind> | undefined;
  /** Requests a new quote now, for example after a purchase with an expired quote. */
  readonly renew: () => void;
  /** Requests and returns a new quote. Returns `undefined` if the request fails. */
  readonly next: () => Promise<QuoteOf<Kind> | undefined>;
};

/** The next request for a quote starts this long before the current quote expires. */
const renewAtSeconds = 2;
const retryAfterMs = 3_000;

/** Returns the quote for a trade. Renews the quote before it expires while the page is visible. */
export function useHeldPrice<Kind extends Trade>(kind: Kind, order: OrderOf<Kind> | undefined): HeldPrice<Kind> {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuote(kind, order);
  const heldSeconds = data?.quote.expires_in_seconds ?? 0;
  const secondsLeft = useSecondsLeft(data?.arrivedAt ?? 0, heldSeconds);
  const isDue = secondsLeft <= Math.min(renewAtSeconds, heldSeconds / 2);
  const isExpiring = order !== undefined && data !== undefined && !isPlaceholderData && isDue;
  useEffect(() => {
    if (!isExpiring && !error) return;
    const renew = () => {
      if (document.visibilityState === 'visible' && !isFetching) void refetch();
    };
    const timer = error ? setInterval(renew, retryAfterMs) : undefined;
    if (!error) renew();
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [isExpiring, error, isFetching, refetch]);

  const shown = data && order && data.quote.crypto_symbol === order.crypto_symbol ? data.quote : undefined;
  const next = async () => {
    const result = await refetch();
    return result.isSuccess && !result.isPlaceholderData ? result.data.quote : undefined;
  };
  const rest = { shown: order && shown, renew: () => void refetch(), next };
  if (!order) return { ...rest, state: 'none' };
  if (data && !isPlaceholderData && secondsLeft > 0) return { ...rest, state: 'held', quote: data.quote, secondsLeft };
  if (error instanceof CallRefused) return { ...rest, state: 'failed', sentence: refusalText(error, noPrice) };
  return error && !isFetching ? { ...rest, state: 'failed', sentence: noPrice } : { ...rest, state: 'asking' };
}

const noPrice = 'Could not load the price.';
