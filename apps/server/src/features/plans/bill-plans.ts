import type { Logger } from 'pino';
import { transact } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { openBilling, type BillingDependencies } from './pay-for-plan.ts';
import { lockPlan, subscribersDue } from './plan-store.ts';
import { settlePlan } from './settle-plan.ts';

type JobDependencies = BillingDependencies & { readonly logger: Logger };

const everySeconds = 15;
/** The maximum number of members per run. */
const maxPerRun = 500;

export const scheduleBilling = (dependencies: JobDependencies) =>
  recurringJob(dependencies, 'bill-plans', everySeconds, (signal) => billPlans(dependencies, signal));

/**
 * Bills the months that have started. Each member's plan is settled in its own transaction with the plan locked, so
 * repeated, concurrent and interrupted runs are safe.
 */
export async function billPlans(dependencies: BillingDependencies, signal?: AbortSignal): Promise<void> {
  const { pool, policy } = dependencies;
  const bill = async (userId: string) => {
    const billing = await openBilling(dependencies, userId);
    await transact(pool, async (tx) => {
      await settlePlan(tx, billing, userId, await lockPlan(tx, userId));
    });
  };
  await forEachSettled(await subscribersDue(pool, policy.plans, maxPerRun), bill, signal);
}
