import { endpoints } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import type { ExchangeOrder } from './exchange.ts';

const typingPauseMs = 300;

/**
 * The price held for this order, asked for when the typing pauses. Never taken from memory: a quote is for one use and
 * for some seconds, counted from its arrival by a clock that nobody sets.
 */
export function useQuote(order: ExchangeOrder | undefined) {
  const wanted = order && { from: order.amount.asset, to: order.to, amount: toDecimal(order.amount) };
  const settled = useSettled(wanted ? `${wanted.from} ${wanted.to} ${wanted.amount}` : '');
  return useQuery({
    queryKey: ['quote', wanted],
    queryFn: async ({ signal }) => {
      if (!wanted) throw new Error('there is nothing to be quoted');
      const quote = await api.call(endpoints.createQuote, { body: { kind: 'exchange', ...wanted } }, { signal });
      return { quote, arrivedAt: performance.now() };
    },
    enabled: wanted !== undefined && settled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** Whether the text has stayed the same for the length of a pause. */
function useSettled(text: string): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}
