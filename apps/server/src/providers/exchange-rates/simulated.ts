import { parsePrice } from '@florin/money';
import type { ExchangeRates } from './exchange-rates.ts';

/** The sandbox's fixed exchange rates, equal to the factors of the fiat total (rule dashboard-22). */
const rates = { USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') };

export const simulatedExchangeRates: ExchangeRates = { now: () => ({ rates, pause: undefined }) };
