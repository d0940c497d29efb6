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
  /** What was quoted last for this coin, to be read while the next is asked for. */
  readonly shown: QuoteOf<Kind> | undefined;
  /** Asks for the next one now, as after a purchase that found its price used or late. */
  readonly renew: () => void;
  /** The same, to be waited for; `undefined` where there is none. */
  readonly next: () => Promise<QuoteOf<Kind> | undefined>;
};

/** So early the next price is asked for, that it is there when this one runs out. */
const renewAtSeconds = 2;
const retryAfterMs = 3_000;

/** The price held for a trade. It is renewed quietly for as long as somebody looks at the page. */
export function useHeldPrice<Kind extends Trade>(kind: Kind, order: OrderOf<Kind> | undefined): HeldPrice<Kind> {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuote(kind, order);
  const heldSeconds = data?.quote.expires_in_seconds ?? 0;
  const secondsLeft = useSecondsLeft(data?.arrivedAt ?? 0, heldSeconds);
  const isDue = secondsLeft <= Math.min(renewAtSeconds, heldSeconds / 2);
  const runsOut = order !== undefined && data !== undefined && !isPlaceholderData && isDue;
  useEffect(() => {
    if (!runsOut && !error) return;
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
  }, [runsOut, error, isFetching, refetch]);

  const shown = data && order && data.quote.crypto_symbol === order.crypto_symbol ? data.quote : undefined;
  const next = async () => {
    const asked = await refetch();
    return asked.isSuccess && !asked.isPlaceholderData ? asked.data.quote : undefined;
  };
  const rest = { shown: order && shown, renew: () => void refetch(), next };
  if (!order) return { ...rest, state: 'none' };
  if (data && !isPlaceholderData && secondsLeft > 0) return { ...rest, state: 'held', quote: data.quote, secondsLeft };
  if (error instanceof CallRefused) return { ...rest, state: 'failed', sentence: refusalText(error, noPrice) };
  return error && !isFetching ? { ...rest, state: 'failed', sentence: noPrice } : { ...rest, state: 'asking' };
}

const noPrice = 'The price could not be loaded.';
