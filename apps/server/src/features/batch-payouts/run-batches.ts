import type { Logger } from 'pino';
import { transact } from '../../platform/database/transact.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { approversOf, batchGuard } from '../approvals/index.ts';
import { assertStillActs } from '../businesses/index.ts';
import { findPayer, holdMembers, mayPayOut, recordChange, type Member } from '../identity/index.ts';
import { openOutflows, type Outflows } from '../wallets/index.ts';
import { restBatch, startedBatches, takeRunning, type StoredBatch } from './batch-store.ts';
import { mailEnd } from './mail-end.ts';
import { paidBefore, payRow, type Paying } from './pay-row.ts';
import { settleStarts } from './settle-starts.ts';
import { dueRows, recordOutcomes, type PayableRow, type RowOutcome } from './row-store.ts';
import { recordEnd, whyTakenBack } from './start-store.ts';

type Running = Paying & { readonly logger: Logger; readonly publicUrl: string };

const everySeconds = 1;
/** The rows of one transaction. After a crash, at most this number of rows is tried again. */
const rowsAtOnce = 50;

/** Pays the rows of started batch payouts. Any node can take the job. */
export const scheduleBatchPayouts = (dependencies: Running) =>
  recurringJob(dependencies, 'batch-payouts', everySeconds, (signal) => runBatches(dependencies, signal));

/** Runs started batches, some rows of each in turn, until all remaining rows must wait. */
export async function runBatches(dependencies: Running, signal?: AbortSignal): Promise<void> {
  await settleStarts(dependencies.pool);
  const paying = { ...dependencies, outflowsOf: outflowsFor(dependencies) };
  let running = await startedBatches(dependencies.pool, 'running');
  while (running.length > 0 && !signal?.aborted) {
    const going: string[] = [];
    await forEachSettled(
      running,
      async (id) => {
        if (await runSome(paying, id)) going.push(id);
      },
      signal,
    );
    running = going;
  }
}

type WithOutflows = Running & { readonly outflowsOf: (batch: StoredBatch) => Outflows };

function outflowsFor(dependencies: Paying): WithOutflows['outflowsOf'] {
  const { ledger, policy } = dependencies;
  const open = (approved: boolean) => openOutflows(ledger, policy, batchGuard(dependencies, { approved }));
  const [asked, approved] = [open(false), open(true)];
  return (batch) => (batch.approved ? approved : asked);
}

/**
 * Pays the next rows of a batch. The lock of the batch keeps other nodes away and ends with this process. The locks of
 * the account, the role and the people make a freeze, a removal or a password reset wait for these rows.
 *
 * @returns whether more rows can be paid now
 */
const runSome = (dependencies: WithOutflows, id: string): Promise<boolean> =>
  transact(dependencies.pool, async (tx) => {
    const batch = await takeRunning(tx, id);
    if (!batch) return false;
    const { payer, lost } = await payerOf(tx, batch);
    if (!payer) {
      await recordOutcomes(tx, id, await paidBefore(tx, dependencies.ledger, batch));
      return end(dependencies, tx, batch, { reason: lost, message: `Not run. ${lost}` });
    }
    const rows = await dueRows(tx, id, rowsAtOnce);
    if (rows.length === 0) return end(dependencies, tx, batch, { reason: null });
    const outcomes = await payAll(dependencies, payer, batch, rows);
    await recordOutcomes(tx, id, outcomes);
    await recordChange(tx, [batch.owner_id], 'account');
    return outcomes.length === rows.length;
  });

async function payerOf(tx: Queryable, batch: StoredBatch) {
  const approvers = batch.approval_id === null ? [] : await approversOf(tx, batch.approval_id);
  // A password reset also locks its member first, and then takes back the start.
  await holdMembers(tx, [batch.owner_id, batch.started_by ?? batch.owner_id, ...approvers]);
  if (!(await mayPayOut(tx, batch.owner_id))) return { lost: 'The account is frozen or owes money.' };
  const takenBack = await whyTakenBack(tx, batch.id);
  if (takenBack !== null) return { lost: takenBack };
  const keyId = batch.by_key ? (batch.started_key ?? undefined) : null;
  const found = await findPayer(tx, { accountId: batch.owner_id, personId: batch.started_by ?? '', keyId });
  if (found.payer?.acts && !(await stillActs(tx, found.payer, found.payer.acts)))
    return { lost: 'The person who started it may no longer pay for this account.' };
  return found;
}

async function stillActs(tx: Queryable, payer: Member, acts: NonNullable<Member['acts']>): Promise<boolean> {
  try {
    await assertStillActs(tx, { id: payer.id, acts });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Pays rows at the same time; the ledger commits them together. Leaves out the outcomes of rows that must be tried
 * again.
 */
async function payAll(
  dependencies: WithOutflows,
  payer: Member,
  batch: StoredBatch,
  rows: readonly PayableRow[],
): Promise<RowOutcome[]> {
  const outflows = dependencies.outflowsOf(batch);
  const outcomes = await Promise.allSettled(
    rows.map((row) => payRow({ ...dependencies, outflows }, payer, batch.id, row)),
  );
  const broken = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (broken[0])
    dependencies.logger.error(
      { err: broken[0].reason as unknown, batch: batch.id, rows: broken.length },
      'rows of a batch payout could not be paid and will be tried again',
    );
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
}

async function end(
  dependencies: Running,
  tx: Queryable,
  batch: StoredBatch,
  ending: { readonly reason: string | null; readonly message?: string },
): Promise<false> {
  await restBatch(tx, batch.id, ending);
  await recordEnd(tx, batch.id, await dependencies.ledger.balancesOf(batch.owner_id));
  await mailEnd(dependencies, tx, batch, ending.reason);
  await recordChange(tx, [batch.owner_id], 'account');
  return false;
}
