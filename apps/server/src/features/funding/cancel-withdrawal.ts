import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { cancelledHash, sentKey, withdrawalCancelledKind } from './withdrawal.ts';

/**
 * Cancels a withdrawal. Repeating it changes nothing. Errors: `not_cancellable` once the bank has it, and the ledger's.
 */
export async function cancelWithdrawal(ledger: Ledger, member: Member, hold: bigint) {
  const tooLate = () => new Refusal('not_cancellable', 'The bank already has this withdrawal.');
  const entry: JournalEntry = {
    key: sentKey(hold),
    requestHash: cancelledHash,
    actor: member.id,
    kind: withdrawalCancelledKind,
    metadata: {},
    postings: [],
    endsHold: hold,
    draws: await ledger.drawsToReturn(hold),
  };
  const standing = await ledger.post(entry, { conflict: tooLate, holdNotOpen: tooLate });
  return { entry, standing };
}
