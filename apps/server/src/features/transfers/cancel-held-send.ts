import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { countCalledBack } from './called-back.ts';
import { sendCancelledKind } from './held-send-kinds.ts';

/** Calls a send back that nobody has claimed yet. Refusals: `not_cancellable`, and the ledger's. */
export async function cancelHeldSend(
  { pool, ledger }: { readonly pool: Pool; readonly ledger: Ledger },
  sender: Member,
  command: Command,
  hold: bigint,
) {
  const entry: JournalEntry = {
    ...command,
    actor: sender.id,
    kind: sendCancelledKind,
    metadata: {},
    postings: [],
    endsHold: hold,
    draws: await ledger.drawsToReturn(hold),
  };
  const standing = await ledger.post(entry, {
    holdNotOpen: () => new Refusal('not_cancellable', 'This money was claimed, called back or returned already.'),
  });
  if (standing.outcome === 'posted') await countCalledBack(pool, sender.id);
  return { entry, standing };
}
