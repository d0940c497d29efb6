import type { Amount, FiatCode } from '@florin/money';

/** What the rail tells about a card or an account; never the number itself. */
export type RailMethod =
  | { readonly type: 'card'; readonly brand: string; readonly last4: string; readonly expiry: string }
  | { readonly type: 'bank'; readonly name: string; readonly accountNumber: string };

export type ChargeOrder = {
  /** Ours. The same reference is the same order, however often it is given. */
  readonly reference: string;
  readonly token: string;
  readonly amount: Amount<FiatCode>;
};

/** A bank takes its time: it is asked again until it has settled or returned the order. */
export type BankOrder = ChargeOrder & { readonly orderedAt: Date };
export type BankAnswer =
  | { readonly state: 'pending' | 'settled' }
  /** The sentence is for the member. */
  | { readonly state: 'returned'; readonly reason: string };

/** Where money comes in from and goes out to. Each call may be repeated with the same reference and then changes nothing. */
export type PaymentRail = {
  /** What a token stands for; none where the rail does not know it. */
  readonly describe: (token: string) => Promise<RailMethod | undefined>;
  readonly charge: (order: ChargeOrder) => Promise<'charged' | 'declined'>;
  readonly refund: (order: ChargeOrder) => Promise<void>;
  /** Has the bank send us the money. */
  readonly collect: (order: BankOrder) => Promise<BankAnswer>;
  /** Sends the money to the bank. */
  readonly payOut: (order: BankOrder) => Promise<BankAnswer>;
};
