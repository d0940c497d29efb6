import { randomUUID } from 'node:crypto';
import { endpoints, hasDryRun, type Endpoint, type EndpointName } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKey } from './api-keys.ts';
import { openBakery, type Bakery } from './bakery.ts';
import { ask, tryDry, withoutEffect, type Asked } from './dry-calls.ts';
import { join, verify } from './business.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { aWhileLater, turnOnTwoFactor } from './two-factor.ts';

let florin: TestApp;
let bakery: Bakery;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  bakery = await openBakery(florin);
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUp('Jonas')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const send = (amount: string, more: object = {}): Asked => ({
  body: { recipient_email: jonas.user.email, amount, ...more },
});
const balanceOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

/** Expects the same error from the dry run and from the real call, and no effect of the dry run. */
async function expectRefused(
  caller: Parameters<typeof ask>[1],
  name: EndpointName,
  asked: Asked,
  code: string,
): Promise<void> {
  const dry = await withoutEffect(florin, () => ask(florin, caller, name, { ...asked, query: '?dry_run=true' }));
  const real = await ask(florin, caller, name, asked);
  expect(dry.json).toMatchObject({ code });
  const { request_id: _, ...same } = real.json as Record<string, unknown>;
  expect(dry).toMatchObject({ status: real.status, json: same });
}

describe('a mistyped dry run moves nothing:', () => {
  test.each([
    '?dry_run=1',
    '?dry_run=TRUE',
    '?dry_run=True',
    '?dry_run=yes',
    '?dry_run=',
    '?dry_run',
    '?dry_run=%20true',
    '?dry_run=true&dry_run=true',
    '?dry_run=true&dry_run=false',
    '?dry_run[]=true',
    '?dryRun=true',
    '?dry-run=true',
    '?DRY_RUN=true',
    '?dry_run=true&other=1',
    '?dryrun=true',
  ])('a mistyped dry run moves nothing: %s', async (query) => {
    const { status, json } = await withoutEffect(florin, () =>
      ask(florin, ines, 'sendMoney', { ...send('10.00'), query }),
    );
    expect({ status, json }).toMatchObject({ status: 422, json: { code: 'invalid_request' } });
  });

  test.each(['dry_run', 'dryRun', 'DRY-RUN'])('a dry run asked for in the body moves nothing: %s', async (field) => {
    const { status } = await withoutEffect(florin, () =>
      ask(florin, ines, 'sendMoney', send('10.00', { [field]: true })),
    );
    expect(status).toBe(422);
  });

  test('no other changing call accepts dry_run', async () => {
    const others = Object.entries(endpoints).filter(
      ([, endpoint]: [string, Endpoint]) =>
        endpoint.method !== 'GET' && !hasDryRun(endpoint) && endpoint.access !== 'public',
    );
    const operator = await florin.signUp();
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [operator.user.id]);
    const answers = await Promise.all(
      others.map(async ([name]) => {
        const { json } = await ask(florin, operator, name as EndpointName, { query: '?dry_run=true' });
        return (json as { detail?: string }).detail;
      }),
    );
    expect(new Set(answers)).toEqual(new Set(['This call has no dry run.']));
  });
});

test('dry_run=false is the real call', async () => {
  expect(await ask(florin, ines, 'sendMoney', { ...send('10.00'), query: '?dry_run=false' })).toMatchObject({
    status: 200,
    json: { status: 'completed' },
  });
  expect(await balanceOf(ines)).toBe('89.80');
});

describe('a dry run is refused as the real call:', () => {
  test('a dry run is refused like the real call: insufficient balance', () =>
    expectRefused(ines, 'sendMoney', send('99.00'), 'insufficient_balance'));
  test('a dry run is refused like the real call: an exceeded limit', async () => {
    const rich = await florin.signUpWith('4000.00');
    await expectRefused(rich, 'sendMoney', send('3500.00'), 'limit_exceeded');
  });
  test('a dry run is refused like the real call: a wrong amount', () =>
    expectRefused(ines, 'sendMoney', send('1.001'), 'invalid_amount'));
  test('a dry run is refused like the real call: a send to oneself', () =>
    expectRefused(ines, 'sendMoney', send('1.00', { recipient_email: ines.user.email }), 'recipient_is_self'));
  test('a dry run is refused like the real call: an unknown request', () =>
    expectRefused(ines, 'payRequest', { params: { id: randomUUID() } }, 'not_found'));
  test('a dry run is refused like the real call: a fee that differs from the shown fee', () =>
    expectRefused({ ...ines, headers: { 'florin-send-fee': '100' } }, 'sendMoney', send('1.00'), 'quote_expired'));
  test('a dry run is refused like the real call: no session', () =>
    expectRefused({ token: 'none' }, 'sendMoney', send('1.00'), 'not_signed_in'));
  test('a dry run is refused like the real call: a viewer of a business', async () => {
    const viewer = await florin.signUp();
    await join(florin, bakery.ines, bakery.acme, { person: viewer, role: 'viewer' });
    const caller = { token: viewer.token, headers: { 'florin-account': bakery.acme.handle } };
    await expectRefused(caller, 'sendMoney', send('1.00'), 'role_not_allowed');
  });
  test('a dry run is refused like the real call: a key without the scope, and calls that keys cannot make', async () => {
    const { secret } = await makeKey(florin, ines.client, { scopes: ['balances:read'] });
    await expectRefused({ token: secret }, 'sendMoney', send('1.00'), 'scope_missing');
    await expectRefused({ token: secret }, 'changePlan', { body: { plan: 'pro' } }, 'not_for_keys');
  });
  test('a dry run is refused like the real call: the caps and recipients of a key', async () => {
    const caps = await makeKey(florin, ines.client, { caps: { payment: null, day: '5.00', month: null } });
    await expectRefused({ token: caps.secret }, 'sendMoney', send('6.00'), 'key_limit_exceeded');
  });
  test('a dry run is refused like the real call: a reused idempotency key', async () => {
    const caller = { ...ines, headers: { 'idempotency-key': randomUUID() } };
    await ask(florin, caller, 'sendMoney', send('1.00'));
    await expectRefused(caller, 'sendMoney', send('2.00'), 'idempotency_key_reused');
    await expectRefused(
      caller,
      'exchangeMoney',
      { body: { from: 'USD', to: 'EUR', amount: '5.00' } },
      'idempotency_key_reused',
    );
  });
});

test('a dry run does not use up its idempotency key, and says that a repeat of a real call is already done', async () => {
  const caller = { ...ines, headers: { 'idempotency-key': randomUUID() } };
  const { outcome } = await tryDry(florin, caller, 'sendMoney', send('10.00'));
  await tryDry(florin, caller, 'exchangeMoney', { body: { from: 'USD', to: 'EUR', amount: '5.00' } });
  expect(await ask(florin, caller, 'sendMoney', send('20.00'))).toMatchObject({ status: 200 });
  const again = await tryDry(florin, caller, 'sendMoney', send('20.00'));
  expect([outcome, again.outcome]).toEqual(['would_complete', 'already_done']);
  expect(again).toMatchObject({ takes: null, arrives: null, fees: [], balances_after: [] });
});

test('dry runs at the same moment as other dry runs and real sends change nothing', async () => {
  const sends = Array.from({ length: 24 }, (_, i) =>
    ask(florin, ines, 'sendMoney', { ...send('1.00'), ...(i % 3 === 0 ? {} : { query: '?dry_run=true' }) }),
  );
  const answers = await Promise.all(sends);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await balanceOf(ines)).toBe('91.84');
  expect(await balanceOf(jonas)).toBe('8.00');
});

describe('in a business', () => {
  test('a dry run of a payment that must wait names the rules and the approvals, and creates no proposal', async () => {
    const { payer, owner, shop, acme, jonas: person } = bakery;
    const caller = { token: person.token, headers: { 'florin-account': acme.handle } };
    const asked = { body: { recipient_email: shop.user.email, amount: '300.00' } };
    const dry = await tryDry(florin, caller, 'sendMoney', asked);
    expect(dry).toMatchObject({
      outcome: 'would_wait_for_approval',
      takes: { amount_exact: '300.00', fee_exact: '6.00', total_exact: '306.00' },
      arrives: { amount_exact: '300.00' },
    });
    expect(await owner.call(endpoints.listApprovals, { query: {} })).toEqual([]);
    await payer.call(endpoints.sendMoney, asked);
    const [proposed] = await owner.call(endpoints.listApprovals, { query: {} });
    expect(dry.approval).toEqual({ approvals_needed: proposed?.approvals_needed, why: proposed?.why });
    expect(dry.balances_after[0]?.available_exact).toBe((await owner.call(endpoints.me)).balances.usd_exact);
  });
});

describe('a second factor', () => {
  test('a dry run needs no second factor, and says that the real call needs one', async () => {
    const member = await verify(florin, await florin.signUpWith('3000.00', 'Noor'));
    const { id } = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await turnOnTwoFactor(member);
    await aWhileLater(florin, member);
    const first = send('600.00');
    expect(await ask(florin, member, 'sendMoney', first)).toMatchObject({ json: { code: 'second_factor_required' } });
    expect(await tryDry(florin, member, 'sendMoney', first)).toMatchObject({
      outcome: 'would_complete',
      needs_second_factor: true,
      takes: { total_exact: '612.00' },
    });
    const withdrawal = { body: { amount: '20.00', payment_method_id: id } };
    expect(await tryDry(florin, member, 'withdraw', withdrawal)).toMatchObject({ needs_second_factor: true });
  });
});

test('dry runs of sends count as look-ups, so that they do not reveal to strangers who has an account', async () => {
  const limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
  const mallory = await limited.signUp('Mallory');
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) {
    const body = { recipient_email: `stranger-${i}@new.example`, amount: '1.00' };
    statuses.push((await ask(limited, mallory, 'sendMoney', { body, query: '?dry_run=true' })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 409), 429]);
  await limited.close();
});
