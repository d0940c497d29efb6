import type { Amount, FiatCode } from '@florin/money';

/** What the rail tells about a card or an account; never the number itself. */
export type RailMethod =
  | { readonly type: 'card'; readonly brand: string; readonly last4: string; readonly expiry: string }
  | { readonly type: 'bank'; readonly name: string; readonly accountNumber: string };

export type ChargeOrder = {
  /** Ours. The same reference is the same charge, however often it is asked for. */
  readonly reference: string;
  readonly token: string;
  readonly amount: Amount<FiatCode>;
};

/** Where money comes in from. Each call may be repeated with the same reference and then changes nothing. */
export type PaymentRail = {
  /** What a token stands for; none where the rail does not know it. */
  readonly describe: (token: string) => Promise<RailMethod | undefined>;
  readonly charge: (order: ChargeOrder) => Promise<'charged' | 'declined'>;
  readonly refund: (order: ChargeOrder) => Promise<void>;
};
