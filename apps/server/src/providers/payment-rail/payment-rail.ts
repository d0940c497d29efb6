import type { Amount, FiatCode } from '@florin/money';

/** The details of a card or bank account that the rail reveals, never the full number. */
export type RailMethod =
  | { readonly type: 'card'; readonly brand: string; readonly last4: string; readonly expiry: string }
  | { readonly type: 'bank'; readonly name: string; readonly accountNumber: string };

export type ChargeOrder = {
  /** Our id of the order. Repeated calls with the same reference are the same order. */
  readonly reference: string;
  readonly token: string;
  readonly amount: Amount<FiatCode>;
};

/** A bank transfer takes time, so the rail is polled until the order is settled or returned. */
export type BankOrder = ChargeOrder & { readonly orderedAt: Date };
export type BankAnswer =
  | { readonly state: 'pending' | 'settled' }
  /** The reason is a sentence for the member. */
  | { readonly state: 'returned'; readonly reason: string };

/** The provider that moves money in and out. Repeating a call with the same reference changes nothing. */
export type PaymentRail = {
  /** Returns the payment method of a token, or nothing if the rail does not know the token. */
  readonly describe: (token: string) => Promise<RailMethod | undefined>;
  readonly charge: (order: ChargeOrder) => Promise<'charged' | 'declined'>;
  readonly refund: (order: ChargeOrder) => Promise<void>;
  /** Collects money from the member's bank. */
  readonly collect: (order: BankOrder) => Promise<BankAnswer>;
  /** Sends money to the member's bank. */
  readonly payOut: (order: BankOrder) => Promise<BankAnswer>;
};
