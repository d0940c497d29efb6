import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { bookNewTransactions, type BookingDependencies } from './book-transactions.ts';
import { forgetCustomers } from './card-customers.ts';
import { checkWaitingSetups } from './card-setup.ts';
import { checkCharge } from './check-payment.ts';
import { claimWaiting } from './progress-store.ts';

const checkEverySeconds = 15;
const bookEverySeconds = 60;
const atOnce = 100;
/** After this time, a member does not come back to confirm a purchase at the bank. */
const confirmMinutes = 60;

/** Schedules the jobs that ask the card processor about changes without an event. */
export const scheduleCards = (dependencies: BookingDependencies) => [
  recurringJob(dependencies, 'check-card-payments', checkEverySeconds, (signal) =>
    checkCardPayments(dependencies, signal),
  ),
  recurringJob(dependencies, 'book-card-transactions', bookEverySeconds, (signal) =>
    bookNewTransactions(dependencies, signal),
  ),
];

/** Asks about payments and cards without a returning member or an event, and deletes members who left. */
export async function checkCardPayments(dependencies: BookingDependencies, signal?: AbortSignal): Promise<void> {
  const { pool, cards } = dependencies;
  const waiting = await claimWaiting(pool, atOnce);
  await forEachSettled(
    waiting,
    async (charge) => {
      const isOld = Date.now() - charge.startedAt.getTime() > confirmMinutes * 60_000;
      if (isOld && charge.processorId !== undefined) await cards.cancel(charge.processorId);
      await checkCharge(dependencies, charge);
    },
    signal,
  );
  await checkWaitingSetups(dependencies, signal);
  await forgetCustomers(dependencies);
}
