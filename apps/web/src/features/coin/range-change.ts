import type { Candles, PriceTick } from '@florin/contract';

/**
 * Returns the price change since the start of the range; `undefined` without candles. For one day, the change equals
 * the 24-hour change of the coin lists.
 */
export function rangeChange({ range, candles }: Candles, { price, change }: Pick<PriceTick, 'price' | 'change'>) {
  const before = range === '1d' ? price / (1 + change / 100) : candles[0]?.[1];
  return before === undefined ? undefined : { percent: (price / before - 1) * 100, dollars: price - before };
}
