import { isFiat, parsePrice, usdEquivalentFloor, usdFor, amountOf, type Amount } from '@florin/money';
import type { Markets } from './markets.ts';

/** Returns what amounts are worth in US dollars at today's rates and prices; none for a coin without a price. */
export const worthIn =
  (markets: Pick<Markets, 'ticks'>) =>
  ({ asset, units }: Amount): Amount<'USD'> | undefined => {
    if (isFiat(asset)) return usdEquivalentFloor(amountOf(asset, units));
    const [tick] = markets.ticks([asset]);
    return tick && usdFor(amountOf(asset, units), parsePrice(tick.price_exact));
  };
