import type { FiatCode } from '@florin/money';

/** What a wallet is called. */
export const currencyName: Record<FiatCode, string> = { USD: 'US Dollar', EUR: 'Euro', GBP: 'British Pound' };
