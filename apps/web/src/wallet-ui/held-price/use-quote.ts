import { endpoints, type CallOf, type Endpoints, type Quote } from '@florin/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

const typingPauseMs = 300;

type Order = CallOf<Endpoints['createQuote']>['body'];
export type QuoteOf<Kind extends Quote['kind']> = { [Each in Quote['kind']]: Extract<Quote, { kind: Each }> }[Kind];
export type OrderOf<Kind extends Quote['kind']> = { [Each in Quote['kind']]: Extract<Order, { kind: Each }> }[Kind];

/**
 * Requests a quote for an order when the user pauses typing. Quotes are never cached, because a quote is single use and
 * expires after a few seconds. `arrivedAt` is monotonic, so clock changes do not affect the expiry.
 */
export function useQuote<Kind extends Quote['kind']>(kind: Kind, order: OrderOf<Kind> | undefined) {
  const settled = useSettled(order ? JSON.stringify(order) : '');
  return useQuery({
    queryKey: ['quote', kind, order],
    queryFn: async ({ signal }) => {
      if (!order) throw new Error('Cannot request a quote without an order.');
      const quote = await api.call(endpoints.createQuote, { body: order }, { signal });
      if (!isOf(quote, kind)) throw new Error(`Expected a ${kind} quote, got a ${quote.kind} quote.`);
      return { quote, arrivedAt: performance.now() };
    },
    enabled: order !== undefined && settled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Reloads only a quote that failed to load.
    refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
    refetchOnWindowFocus: false,
  });
}

const isOf = <Kind extends Quote['kind']>(quote: Quote, kind: Kind): quote is QuoteOf<Kind> => quote.kind === kind;

/** True once the text has not changed for `typingPauseMs`. */
function useSettled(text: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}
