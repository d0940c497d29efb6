import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { billPlans } from '../../src/features/plans/index.ts';
import { poolsOf } from '../all-ledgers.ts';
import { recordingRail } from '../recording-rail.ts';
import { createTestApp, type TestApp, type TestMember } from '../test-app.ts';
import { dieAtEveryStep } from './die-at-every-step.ts';

// Plan billing is killed after each of its external steps (kill-at-every-step.test.ts has the other operations). Fee
// and plan exist together or not at all; each month is paid once and each notice is sent once.

const longest = { timeout: 600_000 };

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUpWith('20000.00', 'Ines');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const killAtEveryStep = (prepare: Parameters<typeof dieAtEveryStep>[1]) =>
  dieAtEveryStep(
    { pools: poolsOf(florin), rail: recordingRail(), takeUp: () => billPlans(florin.app.dependencies) },
    prepare,
  );

test('a plan is bought once when the process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async (key) => {
    await giveSubscription(ines, undefined);
    const before = await monthsPaid(ines);
    return {
      act: ({ clientOf }) =>
        clientOf(ines.token).call(endpoints.changePlan, { body: { plan: 'pro' } }, { idempotencyKey: key }),
      happened: () => isPaid(ines, before, 1),
    };
  });
  expect(steps).toBeGreaterThan(6);
});

test('each due month of a plan is paid once when the process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async () => {
    await giveSubscription(ines, 3);
    const before = await monthsPaid(ines);
    return { act: ({ app }) => billPlans(app.dependencies), happened: () => isPaid(ines, before, 3) };
  });
  expect(steps).toBeGreaterThan(6);
});

test('an unpaid month of a plan is announced once when the process is killed at any step', longest, async () => {
  const steps = await killAtEveryStep(async () => {
    const sam = await florin.signUp('Sam'); // a list of notifications has at most 50, fewer than the rounds
    await giveSubscription(sam, 1);
    const [noticesBefore, mailsBefore] = [await noticesOf(sam), await mailsOfPlan(sam)];
    return {
      act: ({ app }) => billPlans(app.dependencies),
      happened: async () => {
        const { grace_until: until } = await sam.client.call(endpoints.getPlan);
        const notices = until === null ? 0 : 1;
        expect((await noticesOf(sam)) - noticesBefore).toBe(notices);
        expect((await mailsOfPlan(sam)) - mailsBefore).toBe(notices);
        return until !== null;
      },
    };
  });
  expect(steps).toBeGreaterThan(6);
});

/** Gives the member a month of Pro that began this many months ago, or removes the plan. */
async function giveSubscription({ user }: TestMember, monthsAgo: number | undefined) {
  const { ownerPool } = florin.database;
  await ownerPool.query('delete from subscriptions where user_id = $1', [user.id]);
  await ownerPool.query('update users set plan = $2 where id = $1', [user.id, monthsAgo ? 'pro' : 'personal']);
  if (monthsAgo === undefined) return;
  await ownerPool.query(
    `insert into subscriptions (user_id, started_at, months, ends_at)
     select $1, start, 1, (start at time zone 'UTC' + interval '1 month') at time zone 'UTC'
     from date_trunc('milliseconds', now() - make_interval(months => $2)) start`,
    [user.id, monthsAgo],
  );
}

const monthsPaid = async ({ client }: TestMember) =>
  (await client.call(endpoints.listTransactions, { query: { type: 'plan', limit: 500 } })).length;
const noticesOf = async ({ client }: TestMember) => (await client.call(endpoints.listNotifications)).length;

/**
 * Returns whether this many more months are paid and the plan runs. All due months are one settlement, so any other
 * number fails.
 */
async function isPaid(who: TestMember, before: number, months: number): Promise<boolean> {
  const paid = (await monthsPaid(who)) - before;
  expect([0, months]).toContain(paid);
  const { plan, renews_at: until } = await who.client.call(endpoints.getPlan);
  const runs = plan === 'pro' && until !== null && Date.parse(until) > Date.now();
  expect(runs).toBe(paid === months);
  return runs;
}

async function mailsOfPlan({ user }: TestMember): Promise<number> {
  const { rows } = await florin.database.ownerPool.query<{ mails: bigint }>(
    `select count(*) as mails from mails where recipient = $1 and subject like 'Your Pro plan%'`,
    [user.email],
  );
  return Number(rows[0]?.mails);
}
