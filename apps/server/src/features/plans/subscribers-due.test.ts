import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rolledBack } from '../../../test/rolled-back.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { monthsAfter } from './months.ts';
import { openBilling, type Billing } from './pay-for-plan.ts';
import type { PaidMonths } from './plan-state.ts';
import { lockPlan, subscribersDue, writePlan } from './plan-store.ts';
import { settlePlan } from './settle-plan.ts';

let florin: TestApp;
/** Subscribers with no money, enough for a month of Pro, and enough for a month of Business. */
let subscribers: { userId: string; billing: Billing }[];
beforeAll(async () => {
  florin = await createTestApp();
  const members = [await florin.signUp(), await florin.signUpWith('20.00'), await florin.signUpWith('60.00')];
  subscribers = await Promise.all(
    members.map(async ({ user: { id: userId } }) => ({
      userId,
      billing: await openBilling(florin.app.dependencies, userId),
    })),
  );
});
afterAll(() => florin.close());

const dayMs = 86_400_000;

/** Any stored state of a plan with paid months. During the grace period a scheduled change is already applied. */
const anyMonths = fc
  .record({
    plan: fc.constantFrom('pro', 'business'),
    nextPlan: fc.constantFrom(null, 'personal', 'pro'),
    grace: fc.constantFrom('none', 'runs', 'is over'),
    months: fc.integer({ min: 1, max: 14 }),
    endedDaysAgo: fc.integer({ min: -3, max: 70 }),
    frozen: fc.constantFrom('no', 'as the month ended', 'some days ago'),
    frozenDaysAgo: fc.nat({ max: 70 }),
  })
  .filter(({ plan, nextPlan, grace }) => nextPlan !== plan && (grace === 'none' || nextPlan === null));

type Months = typeof anyMonths extends fc.Arbitrary<infer One> ? One : never;

async function write(userId: string, { plan, nextPlan, months, ...when }: Months): Promise<void> {
  const now = Date.now();
  // One minute away from all limits, so that the state does not change during the test.
  const startedAt = monthsAfter(new Date(now - when.endedDaysAgo * dayMs - 60_000), -months);
  const endsAt = monthsAfter(startedAt, months);
  const graceUntil = { none: null, runs: new Date(now + dayMs), 'is over': new Date(now - dayMs) }[when.grace];
  const paid: PaidMonths = { startedAt, months, endsAt, nextPlan, graceUntil };
  await writePlan(florin.database.ownerPool, userId, { plan, paid });
  const frozenAt = {
    no: null,
    'as the month ended': endsAt,
    'some days ago': new Date(now - when.frozenDaysAgo * dayMs),
  }[when.frozen];
  await florin.database.ownerPool.query('update users set disabled_at = $2 where id = $1', [userId, frozenAt]);
}

/** Returns true if settling would change the plan. The transaction is rolled back. */
async function isToBeSettled({ userId, billing }: (typeof subscribers)[number]): Promise<boolean> {
  return rolledBack(florin.database.pool, async (tx) => {
    const found = await lockPlan(tx, userId);
    return (await settlePlan(tx, billing, userId, found)) !== found.state;
  });
}

test('finds exactly the subscribers whose plan needs settling', async () => {
  const anySubscriber = fc.nat({ max: 2 });
  await fc.assert(
    fc.asyncProperty(anySubscriber, anyMonths, async (which, months) => {
      const subscriber = subscribers[which];
      if (!subscriber) throw new Error('There are only three subscribers.');
      await write(subscriber.userId, months);
      const due = await subscribersDue(florin.database.pool, florin.app.dependencies.policy.plans, 100);
      expect(due.includes(subscriber.userId)).toBe(await isToBeSettled(subscriber));
    }),
    { numRuns: 200 },
  );
});
