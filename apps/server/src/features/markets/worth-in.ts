import { isFiat, parsePrice, usdEquivalentFloor, usdFor, amountOf, type Amount } from '@florin/money';
import type { Markets } from './markets.ts';

/** Returns the value of amounts in US dollars at current rates and prices, or undefined for a coin without a price. */
export const worthIn =
  (markets: Pick<Markets, 'ticks'>) =>
  ({ asset, units }: Amount): Amount<'USD'> | undefined => {
    if (isFiat(asset)) return usdEquivalentFloor(amountOf(asset, units));
    const [tick] = markets.ticks([asset]);
    return tick && usdFor(amountOf(asset, units), parsePrice(tick.price_exact));
  };
