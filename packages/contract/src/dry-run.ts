import * as z from 'zod/mini';
import { batchPayout } from './batch-payouts.ts';
import { exact, money } from './wire.ts';

/** The outcome that the call would have. */
const outcomes = [
  'would_complete',
  /** A batch payout starts. Its rows are paid after the answer. */
  'would_start',
  /** The bank or the card's owner takes the next step. Outgoing money is reserved until then. */
  'would_be_pending',
  /** The money is reserved until the recipient opens an account. */
  'would_be_held',
  /**
   * The payment waits until others in the business approve it. The money of a single payment is reserved until then.
   */
  'would_wait_for_approval',
  /** The call was made before with this `Idempotency-Key`, or by this payer. A repeat changes nothing. */
  'already_done',
] as const;

const inCurrency = { currency: z.string(), amount: money, amount_exact: exact };

/** The answer to a call with `?dry_run=true`. Nothing has changed. */
export const dryRun = z.object({
  dry_run: z.literal(true),
  outcome: z.enum(outcomes),
  /**
   * The amount that the call takes from a wallet, or requests from a card or bank. `total` is `amount` plus `fee`. Null
   * for a batch payout, which has totals by currency.
   */
  takes: z.nullable(
    z.object({
      from: z.enum(['wallet', 'payment_method']),
      ...inCurrency,
      fee: money,
      fee_exact: exact,
      total: money,
      total_exact: exact,
    }),
  ),
  /** The amount that arrives in a wallet of the account, or else the amount for the recipient or bank. */
  arrives: z.nullable(z.object(inCurrency)),
  /** All fees, including fees that reduce the arriving amount. */
  fees: z.array(z.object(inCurrency)),
  /** The new balances of the wallets that change. For a batch payout: the balances after the payment of all rows. */
  balances_after: z.array(z.object({ currency: z.string(), available: money, available_exact: exact })),
  approval: z.nullable(
    z.object({
      approvals_needed: z.number(),
      /** The sentences of the rules that apply. */
      why: z.array(z.string()),
    }),
  ),
  /** Whether the call asks for a second factor, or for the password. */
  needs_second_factor: z.boolean(),
  /** For a batch payout, the answer of the call: its rows by state, its totals with fees and its warnings. */
  batch: z.optional(batchPayout),
});
export type DryRun = z.infer<typeof dryRun>;
