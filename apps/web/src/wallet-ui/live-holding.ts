import { parsePrice, subtract, toDecimal, usdFor, type Amount } from '@florin/money';
import { useMemo } from 'react';
import type { Holding } from '../api/read/answers.ts';
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

/** Valued as the server does: rounded down to the cent. Where nobody said a price, it is worth what the server says. */
function atItsPrice(holding: Holding): Holding {
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

/** What a holding has gained on its cost; nothing where the server does not say what it has cost. */
export function gainOn({ unrealized_gain_exact: gain, cost_exact: cost }: Holding) {
  if (gain === undefined || cost === undefined) return undefined;
  return { gain: fromExact('USD', gain), cost: fromExact('USD', cost) };
}

const numberOf = (amount: Amount) => Number(toDecimal(amount));
