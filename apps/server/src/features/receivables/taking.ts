import type { Amount, FiatCode } from '@florin/money';

/** A deposit to take back from its member. */
export type Taking = {
  /** The entry's key: a deposit is taken back once. */
  readonly key: string;
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  /**
   * `reversal`: the bank took the money. `recall`: the bank asks for it. `refund`: a card payment was refunded.
   * `dispute`: its cardholder disputes it.
   */
  readonly cause: 'reversal' | 'recall' | 'refund' | 'dispute';
  /** The statement line of a bank transfer. */
  readonly line: string | undefined;
  /** The payer's name from the bank, or the card. */
  readonly payer: string | undefined;
  /** The key of the operator's command. */
  readonly command?: string | undefined;
};
