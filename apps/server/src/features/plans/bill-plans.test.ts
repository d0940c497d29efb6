import { endpoints, type PlanName } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { letGraceEnd, letMonthsPass } from '../../../test/let-months-pass.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { billPlans } from './index.ts';

let florin: TestApp;
let other: SecondNode;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  other = await startSecondNode(florin);
});
beforeEach(async () => {
  ines = await florin.signUpWith('100.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await other.close();
  await florin.close();
});

const change = (plan: PlanName) => ines.client.call(endpoints.changePlan, { body: { plan } });
const plan = () => ines.client.call(endpoints.getPlan);
const dollars = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const fees = async () => ines.client.call(endpoints.listTransactions, { query: { type: 'plan' } });
const bill = () => billPlans(florin.app.dependencies);
const pass = (months: number) => letMonthsPass(florin.database.ownerPool, ines.user.id, months);
const add = async (amount: string) => {
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  await ines.client.call(endpoints.addFunds, { body: { amount, payment_method_id: card?.id ?? '' } });
};
const spend = (amount: string) =>
  ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount } });
const mails = async () => {
  const { rows } = await florin.database.ownerPool.query<{ subject: string }>(
    `select subject from mails where recipient = $1 and subject like 'Your %plan%' order by created_at`,
    [ines.user.email],
  );
  return rows.map(({ subject }) => subject);
};
const notices = async () =>
  (await ines.client.call(endpoints.listNotifications)).map(({ kind, title, body }) => [kind, title, body]);

describe('billing a month', () => {
  test('does not bill a month that has not started', async () => {
    await change('pro');
    await bill();
    expect(await fees()).toHaveLength(1);
  });

  test('bills a month of a plan once in repeated runs', async () => {
    await change('pro');
    const { renews_at } = await plan();
    await pass(1);
    for (let run = 0; run < 3; run++) await bill();
    expect(await fees()).toHaveLength(2);
    expect(await dollars()).toBe('80.02');
    expect(await plan()).toMatchObject({ plan: 'pro', renews_at, grace_until: null });
  });

  test('bills a month of a plan once when two nodes run at the same time', async () => {
    await change('pro');
    await pass(1);
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => billPlans(i % 2 === 0 ? florin.app.dependencies : other.app.dependencies)),
    );
    expect(await fees()).toHaveLength(2);
  });

  test('does not bill a plan that an operator granted', async () => {
    await florin.database.ownerPool.query(`update users set plan = 'pro' where id = $1`, [ines.user.id]);
    await bill();
    expect(await fees()).toEqual([]);
  });

  test('does not bill a frozen account until it is unfrozen', async () => {
    await change('pro');
    await pass(1);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await bill();
    await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [ines.user.id]);
    expect(await fees()).toHaveLength(1);
    await bill();
    expect(await fees()).toHaveLength(2);
  });

  test.each([
    { start: 'during the freeze', frozenFor: 6, frozenAfter: 0 },
    { start: 'just before the freeze and ended unpaid in it', frozenFor: 5, frozenAfter: 1 },
  ])('never bills a month that started $start, but bills the next one', async ({ frozenFor, frozenAfter }) => {
    await add('500.00');
    await change('business');
    await pass(frozenFor + frozenAfter);
    await florin.database.ownerPool.query(
      `update users set disabled_at = now() - make_interval(months => $2) + interval '1 day' where id = $1`,
      [ines.user.id, frozenFor],
    );
    await bill();
    await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [ines.user.id]);
    await bill();
    expect(await fees()).toHaveLength(1);
    expect(await dollars()).toBe('550.01');
    expect(await plan()).toMatchObject({ plan: 'business', grace_until: null });
    expect((await plan()).days_left).toBeGreaterThan(20);
    await pass(1);
    await bill();
    expect(await fees()).toHaveLength(2);
  });

  test('bills the price of the plan that was scheduled for the month', async () => {
    await change('business');
    await change('pro');
    await pass(1);
    await bill();
    expect((await fees()).map(({ amount_exact }) => amount_exact)).toEqual(['-9.99', '-49.99']);
    expect(await plan()).toMatchObject({ plan: 'pro', next_plan: null });
  });

  test('does not bill a month with a scheduled Personal plan, and sends no notice', async () => {
    await change('pro');
    await change('personal');
    await pass(1);
    await bill();
    expect(await plan()).toMatchObject({ plan: 'personal', renews_at: null });
    expect([await fees(), await mails(), await notices()]).toMatchObject([[{}], [], []]);
    expect(await fees()).toHaveLength(1);
  });
});

describe('billing after an outage of months', () => {
  test('bills each missed month once and in order', async () => {
    await change('pro');
    await pass(3);
    await Promise.all([bill(), billPlans(other.app.dependencies)]);
    await bill();
    const lines = await fees();
    expect(lines).toHaveLength(4);
    expect(new Set(lines.slice(0, 3).map(({ description }) => description)).size).toBe(3);
    expect(await dollars()).toBe('60.04');
    expect((await plan()).days_left).toBeGreaterThan(27);
  });

  test('takes at most the balance for a month and starts the grace period for the rest', async () => {
    await change('pro');
    await spend('70.00');
    await pass(4);
    await bill();
    expect(await fees()).toHaveLength(2);
    const { grace_until } = await plan();
    expect(Date.parse(grace_until ?? '') - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
  });
});

describe('a month that cannot be paid', () => {
  beforeEach(async () => {
    await change('pro');
    await spend('85.00');
    await pass(1);
    await bill();
  });

  test('starts a grace period of three days for an unpaid month and sends one notice', async () => {
    await bill();
    const { plan: name, grace_until } = await plan();
    expect(name).toBe('pro');
    const days = (Date.parse(grace_until ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(2.99);
    expect(days).toBeLessThan(4);
    expect(grace_until, 'the named day is included').toMatch(/T23:59:59\.999Z$/);
    expect(await mails()).toEqual(['Your Pro plan could not be paid']);
    const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' });
    expect(await notices()).toEqual([
      [
        'plan_payment_failed',
        'Your Pro plan could not be paid',
        `Add $9.99 by ${day.format(new Date(grace_until ?? ''))}.`,
      ],
    ]);
  });

  test('bills an unpaid month from its original first day after the money arrives', async () => {
    const { renews_at: began } = await plan();
    await add('10.00');
    await bill();
    const paid = await plan();
    expect(paid).toMatchObject({ plan: 'pro', grace_until: null });
    expect(paid.renews_at).not.toBe(began);
    expect(await fees()).toHaveLength(2);
  });

  test('ends an unpaid plan after three days and sends a notice', async () => {
    await letGraceEnd(florin.database.ownerPool, ines.user.id);
    await bill();
    await bill();
    expect(await plan()).toMatchObject({ plan: 'personal', renews_at: null, grace_until: null });
    expect(await fees()).toHaveLength(1);
    expect(await mails()).toEqual(['Your Pro plan could not be paid', 'Your Pro plan has ended']);
    expect((await notices()).map(([kind]) => kind)).toEqual(['plan_ended', 'plan_payment_failed']);
  });

  test('does not end an unpaid plan if its grace period ends during a freeze', async () => {
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await bill();
    await letGraceEnd(florin.database.ownerPool, ines.user.id);
    await bill();
    await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [ines.user.id]);
    await bill();
    expect(await plan()).toMatchObject({ plan: 'pro', grace_until: null });
    expect((await plan()).days_left).toBeGreaterThan(20);
    expect(await fees()).toHaveLength(1);
    expect(await mails()).toEqual(['Your Pro plan could not be paid']);
  });

  test('bills an unpaid month after its grace period if the money came in time', async () => {
    await add('10.00');
    await letGraceEnd(florin.database.ownerPool, ines.user.id);
    await bill();
    expect(await plan()).toMatchObject({ plan: 'pro', grace_until: null });
  });

  test('ends an unpaid plan immediately when the member chooses Personal', async () => {
    expect(await change('personal')).toMatchObject({ plan: 'personal', renews_at: null, grace_until: null });
    expect(await fees()).toHaveLength(1);
  });

  test('bills an unpaid month as Business if the member chooses Business and has the money', async () => {
    await expect(change('business')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await plan()).toMatchObject({ plan: 'pro' });
    await add('60.00');
    expect(await change('business')).toMatchObject({ plan: 'business', grace_until: null });
    const [line] = await fees();
    expect(line?.description).toMatch(/^(Pro|Business) plan, /);
  });
});
