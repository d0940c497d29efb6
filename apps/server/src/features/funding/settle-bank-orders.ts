import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import { endedOtherwise, endOrder, markSent, type FinalAnswer } from './bank-order-ending.ts';
import {
  openBankOrders,
  openOrdersElsewhere,
  railOrder,
  type BankOrder,
  type Open,
  type OrderPage,
} from './bank-order-store.ts';

type Dependencies = {
  readonly pool: Pool;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly logger: Logger;
  /** Seconds during which the member can cancel a withdrawal. */
  readonly callBackSeconds: number;
  /** Operators pay withdrawals to numbered accounts by file, so the rail does not. */
  readonly payoutsByFile: boolean;
};

const everySeconds = 1;
const readAtOnce = 100;

/** Schedules the job that asks the bank about open orders every second. */
export const scheduleBankOrders = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'settle-bank-orders', everySeconds, (signal) => settleBankOrders(dependencies, signal));

/**
 * Advances each open withdrawal and bank deposit to the bank's current state. A later run resumes an interrupted order
 * from its hold. References and keys stay the same, so neither the bank nor the ledger repeats an order.
 */
export async function settleBankOrders(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  for await (const order of waiting(dependencies)) {
    if (signal?.aborted) return;
    try {
      await (order.direction === 'out' ? settleWithdrawal : settleDeposit)(dependencies, order);
    } catch (error) {
      // A closed ledger has its own alert and delays every order.
      const isExpected = error === endedOtherwise || (error instanceof Refusal && error.code === 'ledger_read_only');
      if (!isExpected) dependencies.logger.error({ err: error, hold: order.hold }, 'a bank order is stuck');
    }
  }
}

/** Yields all open orders of all ledgers. If a ledger is down, only its orders wait. */
async function* waiting(dependencies: Dependencies): AsyncGenerator<BankOrder> {
  const { pool, ledgers = [], logger } = dependencies;
  yield* waitingIn(dependencies, (open) => openBankOrders(pool, open));
  for (const [i, books] of ledgers.entries())
    try {
      yield* waitingIn(dependencies, (open) => openOrdersElsewhere(pool, books, open));
    } catch (error) {
      logger.error({ err: error, ledger: i + 1 }, 'the bank orders of a ledger wait');
    }
}

/** Yields orders in pages, so that unfinished orders do not block later orders. */
async function* waitingIn(
  { callBackSeconds, payoutsByFile }: Dependencies,
  read: (open: Open) => Promise<OrderPage>,
): AsyncGenerator<BankOrder> {
  for (let after = 0n; ;) {
    const { orders, last } = await read({ callBackSeconds, after, atOnce: readAtOnce, withFiles: !payoutsByFile });
    yield* orders;
    if (last === undefined) return;
    after = last;
  }
}

async function settleWithdrawal(dependencies: Dependencies, order: BankOrder) {
  const sentAt = await markSent(dependencies, order);
  if (!sentAt) return; // the account is frozen
  const answer = await dependencies.rail.payOut(railOrder(order, sentAt));
  if (answer.state === 'pending') return;
  await endAs(dependencies, order, answer, { sent: sentAt.toISOString() });
}

async function settleDeposit(dependencies: Dependencies, order: BankOrder) {
  const answer = await dependencies.rail.collect(railOrder(order, order.startedAt));
  if (answer.state === 'pending') return;
  await endAs(dependencies, order, answer, {});
}

/**
 * Ends the order with the bank's answer. Logs an error if an operator decided the opposite meanwhile: an operator must
 * then ask the bank.
 */
async function endAs(
  { ledger, logger }: Dependencies,
  order: BankOrder,
  answer: FinalAnswer,
  times: { sent?: string },
) {
  await endOrder(ledger, order, answer, times).catch((error: unknown) => {
    if (error === endedOtherwise)
      logger.error({ hold: order.hold, bank: answer.state }, 'the bank and an operator disagree about a bank order');
    throw error;
  });
}
