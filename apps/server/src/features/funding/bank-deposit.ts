import { zero } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';

export const bankDepositStartedKind = 'bank-deposit-started';
export const bankDepositKind = 'bank-deposit';
export const bankDepositReturnedKind = 'bank-deposit-returned';

/** Describes a bank deposit in the history. */
export const bankDeposit: MovementKind = {
  kind: bankDepositKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount, waiting, metadata: { method = 'a bank account', reason } }) => ({
    description: `Added from ${method}`,
    fee: zero(amount.asset),
    counter: waiting?.amount ?? amount,
    payment_method: method,
    ...(reason ? { reason } : {}),
  }),
  pending: {
    type: 'deposit',
    direction: 'in',
    startedBy: bankDepositStartedKind,
    failures: { [bankDepositReturnedKind]: 'returned' },
  },
};
