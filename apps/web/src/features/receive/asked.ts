import type { Amount, FiatCode } from '@florin/money';

/** What a payment link asks for. Without an amount the payer chooses. */
export type Asked = { readonly amount: Amount<FiatCode>; readonly note: string };
