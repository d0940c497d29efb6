import type { FiatCode } from '@florin/money';

/** The names of the wallets. */
export const currencyName: Record<FiatCode, string> = { USD: 'US Dollar', EUR: 'Euro', GBP: 'British Pound' };
