import { bankTransferMethod } from '@florin/contract';
import { zero } from '@florin/money';
import type { MovementKind } from '../../activity/index.ts';

export const lateReturnKind = 'withdrawal-returned-late';

/** Describes a withdrawal that the bank had paid and that came back. */
export const lateReturn: MovementKind = {
  kind: lateReturnKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount, metadata: { reason } }) => ({
    description: 'Withdrawal came back',
    fee: zero(amount.asset),
    counter: amount,
    payment_method: bankTransferMethod,
    ...(reason ? { reason } : {}),
  }),
};
