import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/** All postings of plans (docs/develop/money-flows.md). */
export const planPostings = (
  accounts: { readonly wallet: AccountId; readonly planFees: AccountId },
  amount: Amount<'USD'>,
): Posting[] => [
  { account: accounts.wallet, units: -amount.units },
  { account: accounts.planFees, units: amount.units },
];
