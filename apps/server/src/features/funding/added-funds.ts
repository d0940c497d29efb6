import { zero } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';

export const addedFundsKind = 'deposit';

/** Describes a card deposit in the history. */
export const addedFunds: MovementKind = {
  kind: addedFundsKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount, metadata: { method = 'a card' } }) => ({
    description: `Added from ${method}`,
    fee: zero(amount.asset),
    counter: amount,
    payment_method: method,
  }),
};
