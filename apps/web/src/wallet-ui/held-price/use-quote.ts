import { endpoints, type CallOf, type Endpoints, type Quote } from '@florin/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';

const typingPauseMs = 300;

type Order = CallOf<Endpoints['createQuote']>['body'];
export type QuoteOf<Kind extends Quote['kind']> = { [Each in Quote['kind']]: Extract<Quote, { kind: Each }> }[Kind];
export type OrderOf<Kind extends Quote['kind']> = { [Each in Quote['kind']]: Extract<Order, { kind: Each }> }[Kind];

/**
 * The price held for this order, asked for when the typing pauses. Never taken from memory: a quote is for one use and
 * for some seconds, counted from its arrival by a clock that nobody sets.
 */
export function useQuote<Kind extends Quote['kind']>(kind: Kind, order: OrderOf<Kind> | undefined) {
  const settled = useSettled(order ? JSON.stringify(order) : '');
  return useQuery({
    queryKey: ['quote', kind, order],
    queryFn: async ({ signal }) => {
      if (!order) throw new Error('there is nothing to be quoted');
      const quote = await api.call(endpoints.createQuote, { body: order }, { signal });
      if (!isOf(quote, kind)) throw new Error('the quote is for something else');
      return { quote, arrivedAt: performance.now() };
    },
    enabled: order !== undefined && settled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Only one that did not come for want of a connection.
    refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
    refetchOnWindowFocus: false,
  });
}

const isOf = <Kind extends Quote['kind']>(quote: Quote, kind: Kind): quote is QuoteOf<Kind> => quote.kind === kind;

/** Whether the text has stayed the same for the length of a pause. */
function useSettled(text: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}
