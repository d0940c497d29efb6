import type { Amount } from '@florin/money';
import type { AccountId, Posting } from '../../ledger/index.ts';

/** All postings of the house's stock (docs/develop/money-flows.md). The supplied coins belong to the owners. */
export const supplyPostings = (
  { capital, inventory }: { capital: AccountId; inventory: AccountId },
  coins: Amount,
): Posting[] => [
  { account: capital, units: -coins.units },
  { account: inventory, units: coins.units },
];
