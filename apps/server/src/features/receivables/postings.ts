import type { AccountId, Posting } from '../../ledger/index.ts';

/** The accounts of a deposit that is taken back. `to` gets the money. */
export type TakingAccounts = {
  readonly wallet: AccountId;
  readonly receivables: AccountId;
  readonly to: AccountId;
};

/**
 * The postings of a deposit that is taken back (docs/develop/money-flows.md). The missing amount becomes a receivable.
 * The balance of `receivables` is minus the members' open receivables.
 */
export const takenBackPostings = (
  { wallet, receivables, to }: TakingAccounts,
  { taken, missing }: { readonly taken: bigint; readonly missing: bigint },
): Posting[] => [
  ...(taken === 0n ? [] : [{ account: wallet, units: -taken }]),
  ...(missing === 0n ? [] : [{ account: receivables, units: -missing }]),
  { account: to, units: taken + missing },
];

/** A member pays a receivable from the wallet. */
export const paidPostings = (wallet: AccountId, receivables: AccountId, units: bigint): Posting[] => [
  { account: wallet, units: -units },
  { account: receivables, units },
];

/** Two operators write a receivable off. The balance of `write-offs` is minus the sum written off. */
export const writtenOffPostings = (receivables: AccountId, writeOffs: AccountId, units: bigint): Posting[] => [
  { account: receivables, units },
  { account: writeOffs, units: -units },
];
