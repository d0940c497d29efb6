import { endpoints, type PlanName } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { letMonthsPass } from '../../../test/let-months-pass.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  ines = await florin.signUpWith('100.00');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const change = (plan: PlanName, { key, due }: { key?: string; due?: string } = {}) =>
  ines.client.call(
    endpoints.changePlan,
    { body: { plan, ...(due !== undefined && { due_now: due }) } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const plan = () => ines.client.call(endpoints.getPlan);
const dollars = async () => (await ines.client.call(endpoints.me)).balances.usd_exact;
const fees = async () => ines.client.call(endpoints.listTransactions, { query: { type: 'plan' } });
const due = async (name: PlanName) => (await plan()).plans.find((one) => one.name === name)?.due_now_exact;

const daysUntil = (timestamp: string | null) => Math.ceil((Date.parse(timestamp ?? '') - Date.now()) / 86_400_000);
/** Makes the subscription older. */
const skipDays = (days: number) =>
  florin.database.ownerPool.query(
    `update subscriptions set started_at = started_at - make_interval(days => $2),
       ends_at = ((started_at - make_interval(days => $2)) at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC'
     where user_id = $1`,
    [ines.user.id, days],
  );

// Rules: plans-1
test('lists the plans publicly with price and purchase limit', async () => {
  const plans = await florin.client.call(endpoints.listPlans);
  expect(plans.map((one) => [one.title, one.price_exact, one.purchase_limit_exact])).toEqual([
    ['Personal', '0.00', '500.00'],
    ['Pro', '9.99', '10000.00'],
    ['Business', '49.99', null],
  ]);
});

describe('upgrading from Personal', () => {
  test('charges a month of Pro and activates it immediately', async () => {
    const answer = await change('pro', { due: '9.99' });
    expect(answer).toMatchObject({ plan: 'pro', next_plan: null, grace_until: null });
    expect([28, 29, 30, 31]).toContain(daysUntil(answer.renews_at));
    expect(answer.days_left).toBe(daysUntil(answer.renews_at));
    expect(await dollars()).toBe('90.01');
    expect((await ines.client.call(endpoints.me)).plan).toBe('pro');
  });

  test("applies the new plan's limit to the next purchase", async () => {
    await ines.client.call(endpoints.addFunds, {
      body: {
        amount: '1000.00',
        payment_method_id: (await ines.client.call(endpoints.listPaymentMethods))[0]?.id ?? '',
      },
    });
    const body = { crypto_symbol: 'BTC', amount_usd: '600.00', payment_method_id: 'usd_balance' };
    await expect(ines.client.call(endpoints.buyCoins, { body })).rejects.toMatchObject(
      refusedWith('plan_limit_exceeded'),
    );
    await change('pro');
    await ines.client.call(endpoints.buyCoins, { body });
    expect((await ines.client.call(endpoints.getPurchaseAllowance)).month).toMatchObject({
      limit_exact: '10000.00',
      left_exact: '9400.00',
    });
  });

  test('rejects an upgrade without enough money', async () => {
    ines = await florin.signUpWith('9.98');
    await expect(change('pro')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect([await dollars(), (await plan()).plan, await fees()]).toEqual(['9.98', 'personal', []]);
  });

  test('rejects Personal for a member who is on Personal', async () => {
    await expect(change('personal')).rejects.toMatchObject(refusedWith('plan_unchanged'));
  });
});

describe('the receipt of a plan payment', () => {
  test('shows a plan payment in the history with its days', async () => {
    const { renews_at } = await change('pro');
    const [line] = await fees();
    const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', day: 'numeric' });
    const last = new Date(Date.parse(renews_at ?? '') - 86_400_000);
    expect(line).toMatchObject({
      type: 'plan',
      amount_exact: '-9.99',
      fee_exact: '0.00',
      counter_amount_exact: '9.99',
      status: 'completed',
      description: `Pro plan, ${day.format(new Date())} to ${day.format(last)}`,
      balance_after_exact: '90.01',
    });
  });

  test('includes a plan payment in export, statement and receipt', async () => {
    await change('pro');
    const [line] = await fees();
    const headers = { authorization: `Bearer ${ines.token}` };
    const csv = await florin.app.http.inject({ url: '/api/transactions/export?type=plan', headers });
    expect(csv.body).toContain(`,plan,"${line?.description}",,,-9.99,USD,0.00,9.99,USD`);
    const month = new Date().toISOString().slice(0, 7);
    for (const url of [`/api/transactions/${line?.id}/receipt`, `/api/statements/usd/${month}`]) {
      const pdf = await florin.app.http.inject({ url, headers });
      expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  });
});

describe('changing plans within a paid month', () => {
  test('an upgrade to Business charges the difference for the remaining days, rounded up', async () => {
    await change('pro');
    await skipDays(12);
    const { days_left, renews_at } = await plan();
    const length = (days_left ?? 0) + 12;
    const expected = (Math.ceil((4_000 * (days_left ?? 0)) / length) / 100).toFixed(2);
    expect(await due('business')).toBe(expected);
    const answer = await change('business', { due: expected });
    expect(answer).toMatchObject({ plan: 'business', renews_at });
    expect((await fees())[0]?.amount_exact).toBe(`-${expected}`);
  });

  test('rejects an upgrade within a paid month without enough money', async () => {
    ines = await florin.signUpWith('40.00');
    await change('pro');
    await expect(change('business')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect([await dollars(), (await plan()).plan]).toEqual(['30.01', 'pro']);
  });

  test('schedules a free downgrade for the end of the month, and cancels it on request', async () => {
    await change('business');
    expect(await change('pro')).toMatchObject({ plan: 'business', next_plan: 'pro' });
    expect(await change('personal')).toMatchObject({ plan: 'business', next_plan: 'personal' });
    expect(await change('business')).toMatchObject({ plan: 'business', next_plan: null });
    expect(await dollars()).toBe('50.01');
    await expect(change('business')).rejects.toMatchObject(refusedWith('plan_unchanged'));
  });

  test('cancels a scheduled downgrade on an upgrade', async () => {
    await change('pro');
    await change('personal');
    expect(await change('business')).toMatchObject({ plan: 'business', next_plan: null });
  });

  test('rejects an upgrade whose shown amount has changed', async () => {
    await change('pro');
    await skipDays(12);
    await expect(change('business', { due: '40.00' })).rejects.toMatchObject(refusedWith('quote_expired'));
    expect([await dollars(), (await plan()).plan]).toEqual(['90.01', 'pro']);
  });
});

describe("changing plans after the month's end, before billing", () => {
  test('bills the next month before a change of the plan', async () => {
    await change('pro');
    await letMonthsPass(florin.database.ownerPool, ines.user.id, 1);
    expect(await due('business')).toBe('49.99');
    await expect(change('business', { due: '49.99' })).rejects.toMatchObject(refusedWith('quote_expired'));
    const answer = await change('personal');
    expect(answer).toMatchObject({ plan: 'pro', next_plan: 'personal' });
    expect(await fees()).toHaveLength(2);
  });

  test('applies a scheduled downgrade before a later change of the plan', async () => {
    await change('pro');
    await change('personal');
    await letMonthsPass(florin.database.ownerPool, ines.user.id, 1);
    await expect(change('personal')).rejects.toMatchObject(refusedWith('plan_unchanged'));
    expect(await change('pro')).toMatchObject({ plan: 'pro' });
    expect(await fees()).toHaveLength(2);
  });
});

describe('a plan that an operator gave', () => {
  beforeEach(async () => {
    await florin.database.ownerPool.query(`update users set plan = 'pro' where id = $1`, [ines.user.id]);
  });

  test('ends a granted plan immediately, because it has no paid period', async () => {
    expect(await plan()).toMatchObject({ plan: 'pro', renews_at: null, days_left: null });
    expect(await change('personal')).toMatchObject({ plan: 'personal', renews_at: null });
  });

  test('charges a full first month after a granted plan', async () => {
    expect(await due('business')).toBe('49.99');
    await change('business');
    expect(await dollars()).toBe('50.01');
  });
});

describe('repeating a plan change', () => {
  test('repeats the first answer to a plan change and charges once, even after later changes', async () => {
    const first = await change('pro', { key: 'upgrade' });
    await change('personal');
    expect(await change('pro', { key: 'upgrade' })).toEqual(first);
    expect((await plan()).next_plan).toBe('personal');
    expect(await dollars()).toBe('90.01');
  });

  test('rejects another plan under the same idempotency key', async () => {
    await change('pro', { key: 'upgrade' });
    await expect(change('business', { key: 'upgrade' })).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  });

  test('charges a plan change once for 20 concurrent calls with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => change('pro', { key: 'upgrade' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await dollars()).toBe('90.01');
  });

  test('charges a plan change once for 20 concurrent calls with separate keys', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => change('pro')));
    const refused = answers.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refused).toHaveLength(19);
    for (const reason of refused) expect(reason).toMatchObject(refusedWith('plan_unchanged'));
    expect(await dollars()).toBe('90.01');
  });
});
