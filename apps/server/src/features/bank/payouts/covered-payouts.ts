/** A payout of a batch that the bank may have, and whether the statement has its money. */
export type BatchPayout = {
  readonly id: string;
  readonly amount: bigint;
  readonly state: 'sent' | 'settled' | 'returned';
  /** The bank rejected or returned the payout in a status file. */
  readonly isRejected: boolean;
  readonly hasDebit: boolean;
  readonly hasCredit: boolean;
};

/**
 * Returns the payouts that a line over a whole batch pays, or brings back if the amount is positive. Undefined unless
 * the amounts add up exactly.
 *
 * Banks leave out rejected payouts, or debit the whole file and return the rejected payouts.
 */
export function coveredPayouts(amount: bigint, payouts: readonly BatchPayout[]): readonly string[] | undefined {
  const candidates = amount < 0n ? paidTogether(payouts) : broughtBackTogether(payouts);
  const units = amount < 0n ? -amount : amount;
  return candidates.find((some) => some.length > 0 && sumOf(some) === units)?.map(({ id }) => id);
}

/**
 * A payout whose money came back was paid, even if this is the first line about it. The debit may leave out other
 * payouts.
 */
function paidTogether(payouts: readonly BatchPayout[]): (readonly BatchPayout[])[] {
  const unpaid = payouts.filter(({ hasDebit }) => !hasDebit);
  const open = unpaid.filter((payout) => !isBack(payout));
  return [open, unpaid.filter((payout) => !isBack(payout) || payout.hasCredit), unpaid];
}

function broughtBackTogether(payouts: readonly BatchPayout[]): (readonly BatchPayout[])[] {
  const away = payouts.filter(({ hasDebit, hasCredit }) => hasDebit && !hasCredit);
  return [away.filter(isBack), away];
}

/** Returns the payouts that an operator may connect with a line. Incoming money must not go to a member. */
export const coverableByHand = (amount: bigint, payouts: readonly BatchPayout[]): readonly BatchPayout[] =>
  amount < 0n ? payouts : payouts.filter(isBack);

const isBack = ({ state, isRejected }: BatchPayout): boolean => isRejected || state === 'returned';

const sumOf = (payouts: readonly BatchPayout[]): bigint => payouts.reduce((sum, { amount }) => sum + amount, 0n);
