import { zero } from '@florin/money';
import type { MovementKind } from '../../activity/index.ts';

export const cardReturnedKind = 'card-returned';

/** Describes money of a card payment that came back into the wallet, for the history. */
export const cardReturned: MovementKind = {
  kind: cardReturnedKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount, metadata: { method = 'a card', because } }) => ({
    description: because === 'dispute' ? `Dispute of ${method} ended` : `Refund to ${method} failed`,
    fee: zero(amount.asset),
    counter: amount,
    payment_method: method,
  }),
};
