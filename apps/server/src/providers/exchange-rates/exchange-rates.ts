import type { MidRates } from '@florin/money';

/** The middle of the currency market. */
export type ExchangeRates = { readonly now: () => MidRates };
