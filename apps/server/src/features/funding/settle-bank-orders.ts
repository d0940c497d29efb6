import type { Logger } from 'pino';
import type { JournalEntry, Ledger, Standing } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import { noteChange } from '../../platform/member-changes.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { BankAnswer, PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankDepositKind, bankDepositReturnedKind } from './bank-deposit.ts';
import { openBankOrders, type BankOrder } from './bank-order-store.ts';
import { arrivedPostings, notArrivedPostings, withdrawnPostings } from './postings.ts';
import { sentHash, sentKey, withdrawalReturnedKind, withdrawalSentKind, withdrawnFundsKind } from './withdrawal.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly logger: Logger;
  /** How long a withdrawal can be called back before it goes to the bank. */
  readonly callBackSeconds: number;
};

const everySeconds = 1;

/** Asks the bank about what waits for it, again and again. */
export const scheduleBankOrders = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'settle-bank-orders', everySeconds, () => settleBankOrders(dependencies));

/**
 * Takes each withdrawal and bank deposit as far as the bank is with it. Where this stops in between it is taken up again
 * from the open hold, under the same references and keys: neither the bank nor the ledger does it twice.
 */
export async function settleBankOrders(dependencies: Dependencies): Promise<void> {
  for (const order of await openBankOrders(dependencies.pool, dependencies.callBackSeconds)) {
    try {
      await (order.direction === 'out' ? settleWithdrawal : settleDeposit)(dependencies, order);
    } catch (error) {
      if (error !== endedOtherwise)
        dependencies.logger.error({ err: error, hold: order.hold }, 'a bank order is stuck');
    }
  }
}

/** Somebody else was first: called back by its owner, or settled by another node. */
const endedOtherwise = new Refusal('not_cancellable', 'This order has come to its end already.');
const sentences = { conflict: () => endedOtherwise, holdNotOpen: () => endedOtherwise };

async function settleWithdrawal({ pool, ledger, rail }: Dependencies, order: BankOrder) {
  const { hold, userId } = order;
  const sent: JournalEntry = {
    key: sentKey(hold),
    requestHash: sentHash,
    actor: userId,
    kind: withdrawalSentKind,
    metadata: { hold: String(hold) },
    postings: [],
  };
  const standing = await ledger.post(sent, sentences);
  const sentAt = await timeOf(pool, standing);
  if (standing.outcome === 'posted') await noteChange(pool, [userId], 'money'); // it can no longer be called back
  const answer = await rail.payOut(railOrder(order, sentAt));
  if (answer.state === 'pending') return;
  const entry = await endOf(ledger, order, answer, { sent: sentAt.toISOString() });
  await ledger.post(entry, sentences);
}

async function settleDeposit({ ledger, rail }: Dependencies, order: BankOrder) {
  const answer = await rail.collect(railOrder(order, order.startedAt));
  if (answer.state === 'pending') return;
  await ledger.post(await endOf(ledger, order, answer, {}), sentences);
}

const railOrder = ({ hold, railToken, amount }: BankOrder, orderedAt: Date) => ({
  reference: sentKey(hold),
  token: railToken,
  amount,
  orderedAt,
});

/** The entry that ends the hold, one way or the other. */
async function endOf(
  ledger: Ledger,
  { hold, direction, userId, amount, startedAt, label }: BankOrder,
  answer: BankAnswer,
  times: { sent?: string },
): Promise<JournalEntry> {
  const accounts = await bankAccounts(ledger, userId, amount.asset);
  const returned = answer.state === 'returned';
  const about = { method: label, hold: String(hold), started: startedAt.toISOString(), ...times };
  const common = {
    key: digestUuid('bank-order-ended', String(hold)),
    requestHash: returned ? 1n : 0n,
    actor: userId,
    metadata: returned ? { ...about, reason: answer.reason } : about,
    endsHold: hold,
  };
  if (direction === 'in')
    return returned
      ? { ...common, kind: bankDepositReturnedKind, postings: notArrivedPostings(accounts, amount) }
      : { ...common, kind: bankDepositKind, postings: arrivedPostings(accounts, amount) };
  return returned
    ? { ...common, kind: withdrawalReturnedKind, postings: [], draws: await ledger.drawsToReturn(hold) }
    : { ...common, kind: withdrawnFundsKind, postings: withdrawnPostings(accounts, amount) };
}

/** When the entry was recorded, now or by an earlier attempt. */
async function timeOf(pool: Pool, standing: Standing): Promise<Date> {
  if (standing.outcome === 'posted') return standing.recordedAt;
  const { rows } = await pool.query<{ recorded_at: Date }>(
    'select recorded_at from ledger.journal_entries where id = $1',
    [standing.entryId],
  );
  if (!rows[0]) throw new Error('an entry that stands in the books is not there');
  return rows[0].recorded_at;
}
