import { closedAccountMethod } from '@florin/contract';
import { zero } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';

export const closedAccountMoneyKind = 'closed-account-money';

/** Describes money of a closed account that operators credited to the member. */
export const closedAccountMoney: MovementKind = {
  kind: closedAccountMoneyKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount }) => ({
    description: 'Money of a closed account',
    fee: zero(amount.asset),
    counter: amount,
    payment_method: closedAccountMethod,
  }),
};
