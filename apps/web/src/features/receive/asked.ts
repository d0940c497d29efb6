import type { Amount, FiatCode } from '@florin/money';

/** The amount and note of a payment link. A link without them lets the payer choose the amount. */
export type Asked = { readonly amount: Amount<FiatCode>; readonly note: string };
