import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/** The accounting of the house's stock, whole (docs/money-flows.md): the owners own what they put in. */
export const supplyPostings = (
  { capital, inventory }: { capital: AccountId; inventory: AccountId },
  coins: Amount,
): Posting[] => [
  { account: capital, units: -coins.units },
  { account: inventory, units: coins.units },
];
