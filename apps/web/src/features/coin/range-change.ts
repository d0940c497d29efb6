import type { Candles, PriceTick } from '@florin/contract';

/**
 * How far the price has come since the range began. Over a day it is the change that every list shows. `undefined`
 * without a history to compare with.
 */
export function rangeChange({ range, candles }: Candles, { price, change }: Pick<PriceTick, 'price' | 'change'>) {
  const before = range === '1d' ? price / (1 + change / 100) : candles[0]?.[1];
  return before === undefined ? undefined : { percent: (price / before - 1) * 100, dollars: price - before };
}
