import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { advance, daySeconds } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { billPlans } from '../plans/index.ts';
import { monthsAfter } from '../plans/months.ts';

let florin: TestApp;
let other: SecondNode;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  other = await startSecondNode(florin);
});
beforeEach(async () => {
  ines = await florin.signUpWith('400.00');
  await ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await other.close();
  await florin.close();
});

const fees = () => ines.client.call(endpoints.listTransactions, { query: { type: 'plan', limit: 100 } });
const plan = () => ines.client.call(endpoints.getPlan);
const bill = (node: Pick<TestApp, 'app'> | SecondNode = florin) => billPlans(node.app.dependencies);

/** Returns how many months of a plan that started now have begun after some days, the first one included. */
function monthsIn(days: number): number {
  const now = new Date();
  const until = now.getTime() + days * daySeconds * 1_000;
  let months = 1;
  while (monthsAfter(now, months).getTime() <= until) months += 1;
  return months;
}

test('bills a plan on a moved clock as often as a plan that waited, whatever the steps', async () => {
  for (const [step, times] of [
    [31, 4],
    [27, 5],
    [1, 9],
    [92, 1],
  ] as const)
    for (let i = 0; i < times; i++) {
      await advance(ines.client, step * daySeconds);
      await bill();
    }
  const months = monthsIn(31 * 4 + 27 * 5 + 9 + 92);
  const lines = await fees();
  expect(lines).toHaveLength(months);
  expect(new Set(lines.map(({ description }) => description)).size).toBeGreaterThan(1);
  const { days_left: left } = await plan();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(31);
});

test('bills each month once while the test clock moves, jobs run on two nodes, and calls come at the same time', async () => {
  await Promise.all([
    ...Array.from({ length: 6 }, () => advance(ines.client, 31 * daySeconds)),
    ...Array.from({ length: 8 }, (_, i) => bill(i % 2 === 0 ? florin : other)),
  ]);
  await Promise.all([bill(), bill(other)]);
  expect(await fees()).toHaveLength(monthsIn(6 * 31));
});

test('an unpaid plan ends after three days of the test clock, and a new plan begins in the account’s time', async () => {
  await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '385.00' } });
  await advance(ines.client, 32 * daySeconds);
  await bill();
  expect(await plan()).toMatchObject({ plan: 'pro', grace_until: expect.any(String) });
  await advance(ines.client, 4 * daySeconds);
  await bill();
  expect(await plan()).toMatchObject({ plan: 'personal' });
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  await ines.client.call(endpoints.addFunds, { body: { amount: '50.00', payment_method_id: card?.id ?? '' } });
  await ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
  await bill();
  expect(await fees()).toHaveLength(2);
  await advance(ines.client, 31 * daySeconds);
  await bill();
  expect(await fees()).toHaveLength(3);
});
