import { parsePrice, subtract, toDecimal, usdFor, type Amount } from '@florin/money';
import { useMemo } from 'react';
import type { Holding } from '../api/read/answers.ts';
import { fromExact } from '../api/exact.ts';
import { useLiveTick, useLiveTicks } from '../api/live-prices.ts';

/** Returns the holding with price, value and gain at the live price. */
export function useLiveHolding(holding: Holding): Holding {
  const live = useLiveTick(holding);
  return useMemo(() => revalue(live), [live]);
}

/** Returns all holdings with price, value and gain at the live prices. */
export function useLiveHoldings(holdings: readonly Holding[]): readonly Holding[] {
  const live = useLiveTicks(holdings);
  return useMemo(() => live.map(revalue), [live]);
}

/** Values a holding like the server does, rounded down to the cent. Keeps the server's value if no price is known. */
function revalue(holding: Holding): Holding {
  if (holding.price_exact === undefined) return holding;
  const value = usdFor(fromExact(holding.symbol, holding.amount_exact), parsePrice(holding.price_exact));
  const gain = holding.cost_exact === undefined ? undefined : subtract(value, fromExact('USD', holding.cost_exact));
  return {
    ...holding,
    value: numberOf(value),
    value_exact: toDecimal(value),
    ...(gain && { unrealized_gain: numberOf(gain), unrealized_gain_exact: toDecimal(gain) }),
  };
}

/** Returns a holding's gain and cost; undefined if the server sends no cost. */
export function gainOn({ unrealized_gain_exact: gain, cost_exact: cost }: Holding) {
  if (gain === undefined || cost === undefined) return undefined;
  return { gain: fromExact('USD', gain), cost: fromExact('USD', cost) };
}

const numberOf = (amount: Amount) => Number(toDecimal(amount));
