import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordChange } from '../identity/index.ts';
import { endApproval, findApproval, markSettled, type ApprovalRow } from './approval-store.ts';
import { readEntry, type PlainEntry } from './entry-json.ts';
import { endedKinds, releaseKey } from './proposed-payment.ts';

/** Runs after a payment that was approved and posted, for example to notify people. */
export type AfterPayment = (businessId: string, payment: JournalEntry) => Promise<void>;

export type Settling = { readonly pool: Pool; readonly ledger: Ledger; readonly afterPayment: AfterPayment };

/**
 * Records the end of a proposal in the ledger. A repeated call changes nothing, so that a job can finish the work of a
 * killed process. A payment that has become impossible ends as failed, and its money is available again.
 */
export async function settle(dependencies: Settling, id: string): Promise<void> {
  const row = await findApproval(dependencies.pool, id);
  if (!row || row.state === 'proposed' || row.settled_at) return;
  if (row.kind === 'payment') await settlePayment(dependencies, row);
  await transact(dependencies.pool, async (tx) => {
    await markSettled(tx, id);
    await recordChange(tx, [row.business_id], 'account'); // its event follows
  });
}

async function settlePayment(dependencies: Settling, row: ApprovalRow): Promise<void> {
  const { pool, ledger, afterPayment } = dependencies;
  const { id: hold, request_hash: requestHash } = await holdOf(dependencies, row);
  const payment = readEntry(row.content as PlainEntry);
  if (row.state !== 'approved') return release(ledger, row, hold);
  try {
    if (payment.requestHash !== requestHash) throw anotherPayment();
    await carryOut(ledger, row, hold, payment);
  } catch (error) {
    if (!(error instanceof Refusal) || passing.has(error.code)) throw error;
    await transact(pool, (tx) => endApproval(tx, row.id, { state: 'failed', reason: error.message }));
    return release(ledger, { ...row, state: 'failed', reason: error.message }, hold);
  }
  await afterPayment(row.business_id, payment);
}

/** Refusals that end by themselves. */
const passing = new Set(['busy', 'ledger_read_only', 'database_unavailable']);

type Hold = { readonly id: bigint; readonly request_hash: bigint };

async function holdOf({ ledger }: Settling, { business_id: businessId, id }: ApprovalRow): Promise<Hold> {
  const books = await ledger.booksOf(businessId);
  const { rows } = await books.query<Hold>('select id, request_hash from member_books.entries where key = $1', [id]);
  if (!rows[0]) throw new Error('the entry of a proposed payment does not exist');
  return rows[0];
}

/**
 * Two sends with the same key arrived at the same moment. The proposal shows one send, and the money is reserved for
 * the other send.
 */
const anotherPayment = () =>
  new Refusal('approval_not_open', 'Another payment was sent with the same key at this moment. Propose it again.');

/** Posts the payment out of the reserved money, in one commit with the end of the reservation. */
async function carryOut(ledger: Ledger, row: ApprovalRow, hold: bigint, payment: JournalEntry): Promise<void> {
  const gone = { holdNotOpen: alreadyEnded, conflict: alreadyEnded, insufficient: alreadyEnded };
  if (payment.postings.length > 0) {
    const metadata = { ...payment.metadata, hold: String(hold) };
    const standing = await ledger.post({ ...payment, metadata, endsHold: hold }, gone);
    // Another person posted the same payment, so the money of this proposal is released.
    if (standing.outcome === 'duplicate') await release(ledger, row, hold);
    return;
  }
  await ledger.postTogether([
    { entry: releaseEntry(row, hold, endedKinds.approved), sentences: gone },
    { entry: payment, sentences: gone },
  ]);
}

const alreadyEnded = () => new Refusal('approval_not_open', 'This payment was made or ended in another way meanwhile.');

/** Makes the reserved money available again, and restores the limits that the proposal used. */
async function release(ledger: Ledger, row: ApprovalRow, hold: bigint): Promise<void> {
  const kind = row.state === 'expired' ? endedKinds.expired : endedKinds.refused;
  const entry = releaseEntry(row, hold, kind);
  try {
    await ledger.post({ ...entry, draws: await ledger.drawsToReturn(hold) }, { holdNotOpen: alreadyEnded });
  } catch (error) {
    // The payment itself ended the reservation before.
    if (!(error instanceof Refusal) || error.code !== 'approval_not_open') throw error;
  }
}

const releaseEntry = (row: ApprovalRow, hold: bigint, kind: string): JournalEntry => ({
  key: releaseKey(row.id),
  requestHash: 0n,
  actor: row.business_id,
  kind,
  metadata: { reason: row.reason ?? reasons[row.state] },
  postings: [],
  endsHold: hold,
});

const reasons: Partial<Record<ApprovalRow['state'], string>> = {
  expired: 'The payment was not approved within seven days.',
  refused: 'The payment was refused.',
  withdrawn: 'The payment was withdrawn.',
};
