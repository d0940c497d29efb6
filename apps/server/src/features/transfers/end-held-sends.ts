import { add, amountOf } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mayPayOut } from '../identity/index.ts';
import { sendClaimedKind, sendReturnedKind } from './held-send-kinds.ts';
import { confirmedWithOpenSends, openSendsTo, unclaimedSends, type OpenHeldSend } from './held-send-store.ts';
import { sendPostings } from './postings.ts';

type Dependencies = {
  readonly pool: Pool;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly ledger: Ledger;
};
type JobDependencies = Dependencies & { readonly logger: Logger };

const everySeconds = 15;

/** Schedules the job that finishes interrupted claims and returns unclaimed money every 15 seconds. */
export const scheduleHeldSends = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'end-held-sends', everySeconds, (signal) => endHeldSends(dependencies, signal));

/** Ends the due held sends in the ledgers that answer, and throws if a ledger is down. */
export async function endHeldSends(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const confirmed = await confirmedWithOpenSends(dependencies);
  await forEachSettled(confirmed.members, (member) => claimHeldSends(dependencies, member), signal);
  const unclaimed = await unclaimedSends(dependencies);
  await forEachSettled(unclaimed.sends, (send) => returnSend(dependencies, send), signal);
  const failure = confirmed.failure ?? unclaimed.failure;
  if (failure !== undefined) throw failure;
}

/**
 * Claims all held sends to the member's confirmed address. Sends from frozen and restricted accounts wait, and so do
 * sends of a ledger that is down. Returns the number of claimed sends.
 */
export async function claimHeldSends(
  { pool, ledger }: Pick<Dependencies, 'pool' | 'ledger'>,
  member: { readonly id: string; readonly email: string },
): Promise<number> {
  let claimed = 0;
  for (const send of (await openSendsTo({ pool, ledger }, member.email)).sends) {
    const entry = await claimEntry(ledger, send, member.id);
    const isClaimed = await transact(
      pool,
      async (tx) =>
        (await mayPayOut(tx, send.senderId)) &&
        endedByThis((one, sentences) => ledger.postWithin(tx, one, sentences), entry),
    );
    if (isClaimed) claimed += 1;
  }
  return claimed;
}

async function claimEntry(ledger: Ledger, send: OpenHeldSend, recipientId: string): Promise<JournalEntry> {
  const { hold, senderId, currency, heldAt, metadata } = send;
  const price = heldPrice(send);
  const [sender, recipient, fees] = await Promise.all([
    ledger.walletId(senderId, currency),
    ledger.walletId(recipientId, currency),
    ledger.houseId('fees', currency),
  ]);
  return {
    key: digestUuid('send-claimed', String(hold)),
    requestHash: 0n,
    actor: recipientId,
    kind: sendClaimedKind,
    metadata: { ...metadata, recipient: recipientId, hold: String(hold), started: heldAt.toISOString() },
    postings: sendPostings({ sender, recipient, fees }, price),
    endsHold: hold,
  };
}

/** Returns the price when the money was held, because only this much is reserved. The current fee may differ. */
function heldPrice({ currency, metadata }: OpenHeldSend) {
  const amount = amountOf(currency, BigInt(metadata['amount'] ?? ''));
  const fee = amountOf(currency, BigInt(metadata['fee'] ?? ''));
  return { amount, fee, total: add(amount, fee) };
}

async function returnSend({ ledger, logger }: JobDependencies, { hold, senderId }: OpenHeldSend): Promise<void> {
  const returned = await endedByThis((entry, sentences) => ledger.post(entry, sentences), {
    key: digestUuid('send-returned', String(hold)),
    requestHash: 0n,
    actor: senderId,
    kind: sendReturnedKind,
    metadata: { reason: 'The money was not claimed within 30 days.' },
    postings: [],
    endsHold: hold,
    draws: await ledger.drawsToReturn(hold),
  });
  if (returned) logger.info({ hold }, 'returned unclaimed money');
}

/** Posts the end of a hold. Returns false if the hold already ended: canceled, claimed, or returned by another node. */
async function endedByThis(post: Ledger['post'], entry: JournalEntry): Promise<boolean> {
  const ended = new Refusal('not_cancellable', 'This payment was already claimed, canceled or returned.');
  try {
    return (await post(entry, { holdNotOpen: () => ended })).outcome === 'posted';
  } catch (error) {
    if (error === ended) return false;
    throw error;
  }
}
