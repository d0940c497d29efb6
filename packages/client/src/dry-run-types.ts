import type { BatchPayout } from './business-types.ts';

export type DryRunAmount = {
  /** A currency or a coin. */
  currency: string;
  amount: number;
  amount_exact: string;
};

/** The effects that a call would have. Nothing has changed. */
export type DryRun = {
  dry_run: true;
  /**
   * `would_be_pending`: the bank or the card's owner takes the next step. `would_be_held`: the money waits until the
   * recipient opens an account. `would_start`: the rows of a batch payout are paid after the answer. `already_done`: an
   * earlier call with this idempotency key or of this payer had the same effect.
   */
  outcome:
    | 'would_complete'
    | 'would_start'
    | 'would_be_pending'
    | 'would_be_held'
    | 'would_wait_for_approval'
    | 'already_done';
  /**
   * The amount that the call takes from a wallet, or requests from a card or bank. `total` is `amount` plus `fee`. Null
   * for a batch payout, which has totals by currency.
   */
  takes: {
    from: 'wallet' | 'payment_method';
    currency: string;
    amount: number;
    amount_exact: string;
    fee: number;
    fee_exact: string;
    total: number;
    total_exact: string;
  } | null;
  /** The amount that arrives in a wallet of the account, or else the amount for the recipient or bank. */
  arrives: DryRunAmount | null;
  /** All fees, including fees that reduce the arriving amount. */
  fees: DryRunAmount[];
  /** The new balances of the wallets that change. For a batch payout: the balances after the payment of all rows. */
  balances_after: { currency: string; available: number; available_exact: string }[];
  /**
   * For `would_wait_for_approval`: the number of other people who must approve, and the rules that require the
   * approval.
   */
  approval: { approvals_needed: number; why: string[] } | null;
  /** Whether the call asks for a second factor, or for the password. */
  needs_second_factor: boolean;
  /** For a batch payout, the answer of the call: its rows by state, its totals with fees and its warnings. */
  batch?: BatchPayout | undefined;
};
