import type { Amount } from '@florin/money';
import { withoutZeros, type AccountId, type Posting } from '../../ledger/index.ts';

/** All postings of transfers (docs/develop/money-flows.md). */
export function sendPostings(
  accounts: { sender: AccountId; recipient: AccountId; fees: AccountId },
  { amount, fee, total }: { amount: Amount; fee: Amount; total: Amount },
): Posting[] {
  return withoutZeros([
    { account: accounts.sender, units: -total.units },
    { account: accounts.recipient, units: amount.units },
    { account: accounts.fees, units: fee.units },
  ]);
}
