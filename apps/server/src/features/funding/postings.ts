import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/** The accounting of funding, whole (docs/money-flows.md). The rail owes us what it charged: card clearing goes below zero. */
export function depositPostings(accounts: { wallet: AccountId; cardClearing: AccountId }, amount: Amount): Posting[] {
  return [
    { account: accounts.cardClearing, units: -amount.units },
    { account: accounts.wallet, units: amount.units },
  ];
}
