import type { Amount, FiatCode } from '@florin/money';
import type { RailMethod } from '../payment-rail/payment-rail.ts';

/** The processor's page for the member, and the processor's id of the payment or setup on it. */
export type Opened = { readonly id: string; readonly url: string };

/** The outcome of a payment. */
export type PaymentState =
  /** The member must act on the page, if it is still open. */
  | { readonly state: 'waits'; readonly url: string | undefined }
  /** The card's bank reserved the money. Only `capture` charges it. */
  | { readonly state: 'authorized' }
  | {
      readonly state: 'paid';
      /** The processor's id of the payment, which refunds and disputes name. */
      readonly paymentId: string;
      readonly amount: Amount<FiatCode>;
      /** `Visa •••• 4242` */
      readonly label: string;
    }
  /** Nothing was charged, and nothing can be charged any more. */
  | { readonly state: 'ended'; readonly why: 'declined' | 'canceled' };

/** A payment on a saved card, with the processor's id. */
export type Authorized = { readonly id: string; readonly found: PaymentState };

export type SetupState =
  | { readonly state: 'waits'; readonly url: string | undefined }
  | { readonly state: 'saved'; readonly token: string; readonly method: RailMethod }
  | { readonly state: 'ended' };

/** One movement on the balance that the processor keeps for Florin. */
export type CardTransaction = {
  readonly id: string;
  readonly kind: 'charge' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other';
  /** The kind of movement: a refund, a dispute, a payout. */
  readonly source: string | undefined;
  /** The payment that a charge, refund or dispute belongs to. */
  readonly paymentId: string | undefined;
  /** Signed, without the fee, in the currency of the processor's balance. */
  readonly amount: Amount<FiatCode>;
  /** The same amount in the currency that the card paid in. */
  readonly paid: Amount<FiatCode>;
  /** The processor's fee, negative if given back. */
  readonly fee: bigint;
  readonly at: Date;
};

/** Money on its way from the processor to the operator's bank account, or back if negative. */
export type CardPayout = {
  readonly id: string;
  readonly amount: Amount<FiatCode>;
  /** The text on the bank statement, if the operator chose one. */
  readonly descriptor: string | undefined;
  /** The bank's reference, if it is known. */
  readonly trace: string | undefined;
  /** The money will not arrive. */
  readonly failed: boolean;
};

export type MoneySource = { readonly kind: 'refund' | 'dispute'; readonly id: string };

/** The subject of an event. An event is a hint only: Florin asks for the current state. */
export type CardEvent =
  | { readonly about: 'payment'; readonly reference: string; readonly paymentId: string | undefined }
  | { readonly about: 'setup'; readonly reference: string }
  /** Money moved at the processor. */
  | { readonly about: 'money'; readonly source: MoneySource }
  | { readonly about: 'payout'; readonly id: string }
  | { readonly about: 'nothing' };

/** The event does not come from the processor, or is too old. */
export class ForeignEvent extends Error {}

export type CardOrder = {
  /** Our id. Repeated calls with the same reference are the same order. */
  readonly reference: string;
  readonly amount: Amount<FiatCode>;
  /** The page of the app to which the processor's page leads back: `/card-return`. */
  readonly returnPath: string;
};

/**
 * The provider that takes payments by card on its own pages. Each call that changes something has an idempotency key, so
 * that a repetition changes nothing.
 */
export type CardProcessor = {
  /** Whether the token is one of this provider's saved cards. */
  readonly isToken: (token: string) => boolean;
  /** Creates the member at the processor and returns the id. */
  readonly createCustomer: (member: { readonly id: string; readonly email: string }) => Promise<string>;
  readonly deleteCustomer: (id: string) => Promise<void>;
  /** Opens a page on which the member pays by card. */
  readonly openPayment: (order: CardOrder & { readonly customer: string; readonly until: Date }) => Promise<Opened>;
  /** Opens a page on which the member saves a card. */
  readonly openSetup: (order: Omit<CardOrder, 'amount'> & { readonly customer: string }) => Promise<Opened>;
  /**
   * Asks the bank of a saved card to reserve the money. Returns undefined if the processor rejects the order, or if an
   * earlier attempt sent the order in another form.
   */
  readonly authorize: (order: CardOrder & { readonly token: string }) => Promise<Authorized | undefined>;
  /** Returns the id of an earlier attempt's payment on a saved card. */
  readonly findAuthorized: (
    order: CardOrder & { readonly token: string; readonly since: Date },
  ) => Promise<string | undefined>;
  readonly capture: (order: { readonly reference: string; readonly id: string }) => Promise<PaymentState>;
  /** Ends an unpaid payment. Returns the outcome of the payment. */
  readonly cancel: (id: string) => Promise<PaymentState>;
  readonly look: (id: string) => Promise<PaymentState>;
  readonly lookAtSetup: (id: string) => Promise<SetupState>;
  /** Refunds the rest of a payment. */
  readonly refund: (order: { readonly reference: string; readonly paymentId: string }) => Promise<void>;
  /** Returns our reference of a payment, or undefined if this server did not make the payment. */
  readonly referenceOf: (paymentId: string) => Promise<string | undefined>;
  /** Verifies and reads an event. Errors: `ForeignEvent`. */
  readonly readEvent: (body: string, signature: string) => Promise<CardEvent>;
  /** Oldest first. */
  readonly transactionsSince: (since: Date) => Promise<readonly CardTransaction[]>;
  /** The movements of one refund or dispute. */
  readonly transactionsOf: (source: MoneySource) => Promise<readonly CardTransaction[]>;
  readonly payout: (id: string) => Promise<CardPayout>;
  /** The balance that the processor keeps for Florin, in each currency. */
  readonly balance: () => Promise<readonly Amount<FiatCode>[]>;
};
