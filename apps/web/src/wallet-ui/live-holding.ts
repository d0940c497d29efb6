import type { Holding } from '@florin/contract';
import { parsePrice, subtract, toDecimal, usdFor, type Amount } from '@florin/money';
import { useMemo } from 'react';
import { fromExact } from '../api/exact.ts';
import { useLiveTick, useLiveTicks } from '../api/live-prices.ts';

/** The holding at the newest price: its value and its gain go with it. */
export function useLiveHolding(holding: Holding): Holding {
  const live = useLiveTick(holding);
  return useMemo(() => atItsPrice(live), [live]);
}

/** The same for all of a list, for what is said of them together. */
export function useLiveHoldings(holdings: readonly Holding[]): readonly Holding[] {
  const live = useLiveTicks(holdings);
  return useMemo(() => live.map(atItsPrice), [live]);
}

/** Valued as the server does: rounded down to the cent. */
function atItsPrice(holding: Holding): Holding {
  const value = usdFor(fromExact(holding.symbol, holding.amount_exact), parsePrice(holding.price_exact));
  const gain = subtract(value, fromExact('USD', holding.cost_exact));
  return {
    ...holding,
    value: numberOf(value),
    value_exact: toDecimal(value),
    unrealized_gain: numberOf(gain),
    unrealized_gain_exact: toDecimal(gain),
  };
}

const numberOf = (amount: Amount) => Number(toDecimal(amount));
