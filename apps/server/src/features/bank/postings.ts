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
 * Money that was unallocated is a member's or the institution's, is about a payment batch or a payout of the card processor,
 * or was paid back to its payer.
 */
export const allocatedPostings = (unallocated: AccountId, side: AccountId, units: bigint): Posting[] => [
  { account: unallocated, units: -units },
  { account: side, units },
];

/** A paid withdrawal came back. Its line on the statement is booked to `bank-clearing`. */
export const latePayoutPostings = (clearing: AccountId, wallet: AccountId, units: bigint): Posting[] => [
  { account: clearing, units: -units },
  { account: wallet, units },
];

/** A paid withdrawal of a closed account came back, or money that was paid back to its payer. */
export const unownedPayoutPostings = (clearing: AccountId, unallocated: AccountId, units: bigint): Posting[] => [
  { account: clearing, units: -units },
  { account: unallocated, units },
];
