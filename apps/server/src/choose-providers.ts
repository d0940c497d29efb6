import { ConfigProblem, type Config } from './config.ts';
import type { PaymentRail } from './providers/payment-rail/payment-rail.ts';
import { simulatedPaymentRail } from './providers/payment-rail/simulated.ts';
import type { PriceFeed } from './providers/price-feed/price-feed.ts';
import { simulatedPriceFeed } from './providers/price-feed/simulated.ts';

/** The outside world as this process sees it. */
export type Providers = { readonly feed: PriceFeed; readonly rail: PaymentRail };

/**
 * The simulated providers in the sandbox; in live the adapters that the config names, and never anything simulated in
 * their place. There are no live adapters yet, so live does not start.
 *
 * @throws ConfigProblem with a sentence for the person who starts the server
 */
export function chooseProviders({ mode, priceFeed }: Config): Providers {
  if (mode === 'live')
    throw new ConfigProblem(
      `PRICE_FEED=${priceFeed} is not a feed that this version has: it has none yet, and live cannot start without one.`,
    );
  return { feed: simulatedPriceFeed({ seed: 'florin' }), rail: simulatedPaymentRail };
}
