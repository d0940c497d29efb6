import { parsePrice } from '@florin/money';
import type { ExchangeRates } from './exchange-rates.ts';

/** The sandbox's currency market stands still, at the factors of the combined total (specification, section 9). */
export const simulatedExchangeRates: ExchangeRates = {
  now: () => ({ USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') }),
};
