import type { AccountId, Posting } from '../../ledger/index.ts';

/**
 * The postings of a statement line (docs/develop/money-flows.md). The balance of a bank account's ledger account is
 * minus the balance at the bank.
 *
 * @param units positive if the bank received money
 * @param side the account whose money it is: a member's wallet, or a house account
 */
export const linePostings = (bank: AccountId, side: AccountId, units: bigint): Posting[] => [
  { account: bank, units: -units },
  { account: side, units },
];

/**
 * Moves unallocated money to a member or the institution, to a payment batch, to a payout of the card processor, or
 * back to its payer.
 */
export const allocatedPostings = (unallocated: AccountId, side: AccountId, units: bigint): Posting[] => [
  { account: unallocated, units: -units },
  { account: side, units },
];

/** The return of a paid withdrawal. The line of the return on the statement is booked to `bank-clearing`. */
export const latePayoutPostings = (clearing: AccountId, wallet: AccountId, units: bigint): Posting[] => [
  { account: clearing, units: -units },
  { account: wallet, units },
];

/** The return of a paid withdrawal of a closed account, or of money that was paid back to its payer. */
export const unownedPayoutPostings = (clearing: AccountId, unallocated: AccountId, units: bigint): Posting[] => [
  { account: clearing, units: -units },
  { account: unallocated, units },
];
