import type { BatchPayout, BatchRowState } from '@florin/contract';
import { amountOf, formatAmount } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { demandOfBatch, proposeBatch, type BatchDemand } from '../approvals/index.ts';
import { assertStillActs, recordBusinessAct } from '../businesses/index.ts';
import {
  assertKeyPayment,
  assertStillSignedIn,
  factorResetWait,
  needsFactor,
  recordChange,
  type SignedIn,
} from '../identity/index.ts';
import { assertShownFee } from '../transfers/index.ts';
import { assertWithinLimits } from '../wallets/index.ts';
import { findBatch, type StoredBatch } from './batch-store.ts';
import { costsOf } from './batch-totals.ts';
import { batchView, type Viewing } from './batch-view.ts';
import { makeDue, rowsIn, type PayableRow } from './row-store.ts';
import { recordStart, wasStartedBy } from './start-store.ts';

type Start = {
  readonly id: string;
  /** Pays the rows that failed or did not run, instead of all rows. */
  readonly isRetry: boolean;
  /** The send fee that the caller's page shows, in basis points. */
  readonly shownFee: string | undefined;
};

/**
 * Starts a batch payout. A job pays the rows in the name of the caller, immediately or after others have approved the
 * batch. No money is reserved before. Refusals: `not_found`, `batch_payout_not_ready`, `quote_expired`,
 * `second_factor_required`, `factor_reset_wait`, `password_required`, `not_for_keys`, those of the caller's API key,
 * `insufficient_balance`, `limit_exceeded`, `refused_by_rule`, `not_signed_in`.
 */
export async function startBatch(
  dependencies: Viewing,
  member: SignedIn,
  { key }: Command,
  { id, isRetry, shownFee }: Start,
): Promise<BatchPayout> {
  const { pool, policy } = dependencies;
  const batch = await findBatch(pool, member.id, id);
  const wasDone = await wasStartedBy(pool, batch.id, key);
  await assertShownFee(policy, shownFee, async () => wasDone);
  if (wasDone) return batchView(dependencies, batch);
  assertStartable(batch, isRetry);
  const states: readonly BatchRowState[] = isRetry ? ['failed', 'not_run'] : ['ready'];
  const rows = await rowsIn(pool, batch.id, states);
  if (rows.length === 0) throw notReady('All rows of this batch payout are paid.');
  assertMayPay(member, rows);
  await assertCovered(dependencies, member, rows);
  await assertWithinLimits(
    dependencies,
    member,
    rows.map(({ currency, amount }) => amountOf(currency, amount)),
  );
  const { acts } = member;
  const demand = acts ? await demandOfBatch(dependencies, { ...member, acts }, rows.map(partOf)) : undefined;
  await transact(pool, async (tx) => {
    const locked = await findBatch(tx, member.id, batch.id, { locked: true });
    if (await wasStartedBy(tx, batch.id, key)) return;
    assertStartable(locked, isRetry);
    await assertStillSignedIn(tx, member); // a start would outlive a password reset
    if (acts) await assertStillActs(tx, { ...member, acts });
    await makeDue(tx, batch.id, states);
    await record(tx, member, key, { batch, rows, demand });
  });
  return batchView(dependencies, await findBatch(pool, member.id, batch.id));
}

function assertStartable({ state, starter_name: starter }: StoredBatch, isRetry: boolean): void {
  const isResting = state === 'stopped' || state === 'finished';
  if (isRetry ? isResting : state === 'ready') return;
  if (state === 'invalid') throw notReady('Some cells have errors. Correct them in the file and upload it again.');
  if (state === 'ready') throw notReady('This batch payout has not been started. Start it first.');
  throw notReady(
    isResting
      ? 'This batch payout was paid before. You can retry its failed rows.'
      : `${starter} started this batch payout.`,
  );
}

export const notReady = (sentence: string) => new Refusal('batch_payout_not_ready', sentence);

/**
 * A start needs the second factor of a person who has one. A withdrawal needs more than a send: a person without a
 * second factor must enter the password, and an API key is never allowed.
 */
function assertMayPay(member: SignedIn, rows: readonly PayableRow[]): void {
  if (member.resetWaitUntil) throw factorResetWait(member.resetWaitUntil);
  if (needsFactor(member)) throw new Refusal('second_factor_required', 'Confirm with your second factor first.');
  for (const row of rows) {
    if (row.kind === 'withdrawal' && member.key)
      throw new Refusal('not_for_keys', `Row ${row.number} pays to a bank account. An API key cannot do this.`);
    if (row.kind === 'withdrawal' && !member.hasFactor && !member.passwordFresh)
      throw new Refusal('password_required', 'Enter your password again first.');
    if (row.kind === 'send')
      assertKeyPayment(member, { amount: amountOf(row.currency, row.amount), recipient: row.target });
  }
}

async function assertCovered({ ledger, policy }: Viewing, member: SignedIn, rows: readonly PayableRow[]) {
  const balances = await ledger.balancesOf(member.id);
  for (const { currency, sum, fees } of costsOf(policy, rows)) {
    const units = sum + fees;
    const available = balances.find(({ asset }) => asset === currency)?.available ?? 0n;
    if (units > available)
      throw new Refusal(
        'insufficient_balance',
        `Insufficient balance: the rows in ${currency} need ${formatAmount(amountOf(currency, units))} with fees, and ${formatAmount(amountOf(currency, available))} is available.`,
      );
  }
}

const partOf = ({ number, kind, target, amount, currency }: PayableRow) => ({
  row: number,
  amount: amountOf(currency, amount),
  to: kind === 'send' ? { email: target } : { methodId: target },
});

type Decided = {
  readonly batch: StoredBatch;
  readonly rows: readonly PayableRow[];
  readonly demand: BatchDemand | undefined;
};

async function record(tx: Queryable, member: SignedIn, key: string, { batch, rows, demand }: Decided): Promise<void> {
  const { acts } = member;
  const waits = demand !== undefined && demand.needed > 0;
  const approvalId = waits ? uuidv7() : null;
  await tx.query(
    `update batch_payouts set state = $2, started_by = $3, started_key = $4, by_key = $5, start_key = $6,
            started_at = now(), approval_id = $7, approved = false, ended_at = null, reason = null
     where id = $1`,
    [
      batch.id,
      waits ? 'waiting' : 'running',
      acts?.person.id ?? member.id,
      member.key?.id ?? null,
      member.key !== undefined,
      key,
      approvalId,
    ],
  );
  await recordStart(tx, batch.id);
  const title = titleOf(batch, rows);
  if (acts && waits && approvalId !== null)
    await proposeBatch(tx, { ...member, acts }, { id: approvalId, batchId: batch.id, title, demand });
  else if (acts)
    await recordBusinessAct(tx, {
      businessId: member.id,
      personId: acts.person.id,
      did: 'Started a batch payout',
      about: title,
    });
  await recordChange(tx, [member.id], 'account');
}

/** `Batch payout march.csv: 4,870 payments, $1,204,311.00 and €20.00` */
function titleOf({ file_name: name }: StoredBatch, rows: readonly PayableRow[]): string {
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, group]) =>
    formatAmount(
      amountOf(
        currency,
        group.reduce((sum, { amount }) => sum + amount, 0n),
      ),
    ),
  );
  const count = rows.length === 1 ? '1 payment' : `${rows.length.toLocaleString('en-US')} payments`;
  return `Batch payout ${name}: ${count}, ${sums.join(' and ')}`;
}
