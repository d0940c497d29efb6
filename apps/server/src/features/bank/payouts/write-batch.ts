import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { endedOtherwise, markSent } from '../../funding/index.ts';
import { filePurpose, readBatch, type Batch } from './batch-store.ts';
import type { PayoutDependencies } from './make-batch.ts';
import { fillOutbox } from './outbox.ts';
import { notPossible } from './not-possible.ts';
import { amountOfPayable, openPayables, type OrderedPayout } from './payable.ts';
import { paymentFile } from './payment-file.ts';

export type WritingDependencies = PayoutDependencies & {
  readonly ledger: Ledger;
  readonly logger: Logger;
  /** FLORIN_BANK_DIR */
  readonly bankDir: string | undefined;
};

const everySeconds = 10;

/** Schedules the job that completes batches after a stopped node or a full disk. */
export const schedulePaymentFiles = (dependencies: WritingDependencies) =>
  recurringJob(dependencies, 'write-payment-files', everySeconds, () => writeApproved(dependencies));

/** Writes the files of approved batches that a stopped node left, and puts files into the outbox. */
export async function writeApproved(dependencies: WritingDependencies): Promise<void> {
  const { rows } = await dependencies.pool.query<{ id: string }>(
    `select id from payment_batches where state = 'approved' and decided_at < now() - interval '10 seconds'`,
  );
  for (const { id } of rows) {
    await writeBatch(dependencies, await readBatch(dependencies.pool, id)).catch((error: unknown) =>
      dependencies.logger.error({ err: error, batch: id }, 'a payment file cannot be written'),
    );
  }
  await fillOutbox(dependencies);
}

/** Returns the unpaid payouts of a batch. */
export async function openPayouts(dependencies: PayoutDependencies, { id }: Batch): Promise<OrderedPayout[]> {
  type Row = { id: string; hold: bigint | null; line_id: bigint | null; trace: string | null };
  const { rows } = await dependencies.pool.query<Row>(
    `select id, hold, line_id, trace from payouts where batch_id = $1 and state <> 'dropped' order by hold, line_id`,
    [id],
  );
  const payables = await openPayables(dependencies, {
    callBackSeconds: 0,
    holds: rows.flatMap(({ hold }) => hold ?? []),
    lines: rows.flatMap(({ line_id }) => line_id ?? []),
  });
  const byHold = new Map(payables.map((pays) => [pays.kind === 'withdrawal' ? pays.order.hold : null, pays]));
  const byLine = new Map(payables.map((pays) => [pays.kind === 'return' ? pays.back.line : null, pays]));
  return rows.flatMap((row) => {
    const pays = row.hold === null ? byLine.get(row.line_id) : byHold.get(row.hold);
    const entry = row.trace === null ? undefined : Number(row.trace.slice(8));
    return pays ? [{ id: row.id, pays, entry }] : [];
  });
}

/** Sends the payouts that can still be sent, drops all other payouts, and stores the file. */
export async function writeBatch(dependencies: WritingDependencies, batch: Batch): Promise<void> {
  const { pool, vault } = dependencies;
  const sent: OrderedPayout[] = [];
  for (const payout of await openPayouts(dependencies, batch)) if (await send(dependencies, payout)) sent.push(payout);
  const content = sent.length === 0 ? undefined : await contentOf(dependencies, batch, sent);
  await transact(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `update payment_batches
       set state = case when $2::bytea is null then 'refused' else 'written' end, content = $2, sha256 = $3, total = $4,
           reason = case when $2::bytea is null then 'All payouts were canceled or returned.' else reason end,
           in_outbox_at = case when $5 then null else now() end
       where id = $1 and state = 'approved'`,
      [
        batch.id,
        content === undefined ? null : await vault.encryptOwn(tx, filePurpose, content),
        content === undefined ? null : createHash('sha256').update(content).digest(),
        sent.reduce((sum, { pays }) => sum + amountOfPayable(pays).units, 0n),
        dependencies.bankDir !== undefined, // a folder that is configured later does not get old files
      ],
    );
    if (rowCount !== 1) return; // another call has written it
    await tx.query(
      `update payouts set state = case when id = any ($2) then 'sent' else 'dropped' end where batch_id = $1`,
      [batch.id, sent.map(({ id }) => id)],
    );
  });
  await fillOutbox(dependencies);
}

/**
 * Uses the key of a cancellation, so a withdrawal is either canceled or in the file. Money that goes back to its payer
 * stays in its batch. Returns false if the payout must not be paid.
 */
async function send({ pool, ledger }: WritingDependencies, { pays }: OrderedPayout): Promise<boolean> {
  if (pays.kind === 'return') return true;
  try {
    return (await markSent({ pool, ledger }, pays.order)) !== undefined; // undefined: the account is frozen or owes money
  } catch (error) {
    if (error === endedOtherwise) return false;
    throw error;
  }
}

export function contentOf(
  dependencies: PayoutDependencies,
  { id, number, scheme, account: name, decided_at }: Batch,
  payouts: readonly OrderedPayout[],
): Promise<string> {
  const account = dependencies.operatorAccounts.find((one) => one.id === name);
  if (!account || !decided_at) throw notPossible(`The account ${name} is not in FLORIN_CONFIG.`);
  return paymentFile(dependencies, { id, number, scheme, account, at: decided_at }, payouts);
}
