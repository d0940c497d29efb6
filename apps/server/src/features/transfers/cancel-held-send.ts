import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { countCancellation } from './cancellation-limit.ts';
import { sendCanceledKind } from './held-send-kinds.ts';
import { mailCancellation } from './mail-cancellation.ts';

export type CancelDependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rateLimits: boolean };

/**
 * Cancels an unclaimed send, and mails the invitee if the invitation was mailed. Errors: `not_cancellable`, and the
 * ledger's.
 */
export async function cancelHeldSend(
  { pool, ledger, rateLimits }: CancelDependencies,
  sender: Member,
  command: Command,
  hold: bigint,
): Promise<{ entry: JournalEntry; standing: Standing }> {
  const entry: JournalEntry = {
    ...command,
    actor: sender.id,
    kind: sendCanceledKind,
    metadata: {},
    postings: [],
    endsHold: hold,
    draws: await ledger.drawsToReturn(hold),
  };
  const sentences = {
    holdNotOpen: () => new Refusal('not_cancellable', 'This payment was already claimed, canceled or returned.'),
  };
  // The mail is queued first, because the ledger locks accounts until the end. An error rolls back the mail.
  const standing = await transact(pool, async (tx) => {
    await mailCancellation({ tx, ledger }, sender, { hold, limited: rateLimits });
    return ledger.postWithin(tx, entry, sentences);
  });
  if (standing.outcome === 'posted') await countCancellation(pool, sender.id);
  return { entry, standing };
}
