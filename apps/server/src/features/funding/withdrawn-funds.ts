import { zero } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { MovementKind } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import {
  canceledHash,
  sentKey,
  withdrawalCanceledKind,
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
    failures: { [withdrawalReturnedKind]: 'returned', [withdrawalCanceledKind]: 'cancelled' },
    sentKey,
    cancel: (owner, _command, { hold }) => cancelWithdrawal(ledger, owner, hold),
  },
});

/**
 * Cancels a withdrawal. A repeated call changes nothing. Errors: `not_cancellable` once the bank has the withdrawal,
 * and the ledger's.
 */
async function cancelWithdrawal(ledger: Ledger, member: Member, hold: bigint) {
  const tooLate = () => new Refusal('not_cancellable', 'The bank already has this withdrawal.');
  const entry: JournalEntry = {
    key: sentKey(hold),
    requestHash: canceledHash,
    actor: member.id,
    kind: withdrawalCanceledKind,
    metadata: {},
    postings: [],
    endsHold: hold,
    draws: await ledger.drawsToReturn(hold),
  };
  const standing = await ledger.post(entry, { conflict: tooLate, holdNotOpen: tooLate });
  return { entry, standing };
}
