import { bankTransferMethod } from '@florin/contract';
import { zero } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';

export const bankTransferKind = 'bank-transfer';

/** Describes money that arrived on a bank account of the operator with the member's payment reference. */
export const bankTransfer: MovementKind = {
  kind: bankTransferKind,
  credit: 'deposit',
  people: () => [],
  describe: ({ amount, metadata: { payer } }) => ({
    description: payer === undefined ? 'Added by bank transfer' : `Added by bank transfer from ${payer}`,
    fee: zero(amount.asset),
    counter: amount,
    payment_method: bankTransferMethod,
  }),
};
