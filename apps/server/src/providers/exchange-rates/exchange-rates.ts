import type { MidRates } from '@florin/money';

/** Provides the mid-market exchange rates. */
export type ExchangeRates = { readonly now: () => MidRates };
