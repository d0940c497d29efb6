import { zero } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { MovementKind } from '../activity/index.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import {
  sentKey,
  withdrawalCancelledKind,
  withdrawalReturnedKind,
  withdrawalStartedKind,
  withdrawnFundsKind,
} from './withdrawal.ts';

/** Describes a withdrawal in the history. */
export const withdrawnFunds = (ledger: Ledger): MovementKind => ({
  kind: withdrawnFundsKind,
  debit: 'withdrawal',
  people: () => [],
  describe: ({ amount, waiting, metadata: { method = 'a bank account', reason } }) => ({
    description: `Withdrawn to ${method}`,
    fee: zero(amount.asset),
    counter: waiting?.amount ?? { ...amount, units: -amount.units },
    payment_method: method,
    ...(reason ? { reason } : {}),
  }),
  pending: {
    type: 'withdrawal',
    direction: 'out',
    startedBy: withdrawalStartedKind,
    failures: { [withdrawalReturnedKind]: 'returned', [withdrawalCancelledKind]: 'cancelled' },
    sentKey,
    cancel: (owner, _command, { hold }) => cancelWithdrawal(ledger, owner, hold),
  },
});
