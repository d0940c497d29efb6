import { CallRefused, endpoints, type Client, type PaymentRule, type Transaction } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { actingClient, join } from '../../../test/business.ts';
import { approve } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let { acme, ines, jonas, shop, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
beforeEach(async () => {
  ({ acme, ines, jonas, shop, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const pay = (client: Client, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: shop.user.email, amount } });
const dollars = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const open = async (client: Client) => client.call(endpoints.listApprovals, { query: {} });
const setRules = (rules: readonly PaymentRule[]) =>
  florin.database.ownerPool.query(
    `insert into payment_rules (business_id, rules, version) values ($1, $2, 1)
     on conflict (business_id) do update set rules = excluded.rules, version = payment_rules.version + 1`,
    [acme.id, JSON.stringify(rules)],
  );
const codes = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((one) =>
    one.status === 'rejected' && one.reason instanceof CallRefused ? [one.reason.body?.code] : [],
  );

describe('totals', () => {
  test('200 parallel payments over two processes land exactly on the limit of a rule', async () => {
    await setRules([{ name: 'day', per_day: '500', effect: 'refuse' }]);
    await pay(payer, '1.00');
    const other = await startSecondNode(florin);
    const elsewhere = actingClient(other, jonas.token, acme.handle);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) => pay([payer, elsewhere, owner][i % 3] ?? payer, '9.98')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(new Set(codes(outcomes))).toEqual(new Set(['refused_by_rule']));
    expect(await dollars(shop)).toBe('500.00');
    await other.close();
  });

  test('payments above the total of a rule wait, and approved payments do not count towards the total', async () => {
    await setRules([{ name: 'day', per_day: '500', effect: 'approve' }]);
    const lines: Transaction[] = [];
    for (let i = 0; i < 4; i += 1) lines.push(await pay(payer, '200.00'));
    expect(lines.map(({ status }) => status)).toEqual(['completed', 'completed', 'pending', 'pending']);
    for (const { id } of await open(approver)) await approve(approver, id);
    expect(await pay(payer, '100.00')).toMatchObject({ status: 'completed' });
    expect(await dollars(shop)).toBe('900.00');
  });
});

describe('the rules', () => {
  test('the rules change immediately for a lone owner, and after an approval if there is another manager', async () => {
    const rules: PaymentRule[] = [{ name: 'all', over: '1', effect: 'approve', approvals: 1 }];
    const { version, sentences } = await owner.call(endpoints.getPaymentRules);
    expect([version, sentences.length]).toEqual([0, 3]);
    const changed = await owner.call(endpoints.changePaymentRules, { body: { rules, version } });
    expect(changed).toMatchObject({ version: 1, proposed: null, rules });
    await expect(owner.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } })).rejects.toMatchObject(
      refusedWith('rules_changed'),
    );
    const mira = await florin.signUp('Mira');
    const admin = await join(florin, ines, acme, { person: mira, role: 'admin' });
    const asked = await admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 1 } });
    expect(asked).toMatchObject({ version: 1, rules, proposed: { kind: 'rules', state: 'proposed', yours: true } });
    await expect(owner.call(endpoints.changePaymentRules, { body: { rules: [], version: 1 } })).rejects.toMatchObject(
      refusedWith('proposal_open'),
    );
    await expect(approve(approver, asked.proposed?.id ?? '')).rejects.toMatchObject(refusedWith('role_not_allowed'));
    await approve(owner, asked.proposed?.id ?? '');
    expect(await owner.call(endpoints.getPaymentRules)).toMatchObject({ version: 2, rules: [] });
  });

  test('a proposed change of the rules is refused after another change of the rules', async () => {
    const mira = await florin.signUp('Mira');
    const admin = await join(florin, ines, acme, { person: mira, role: 'admin' });
    const change = { rules: [], version: 0 };
    const { proposed } = await admin.call(endpoints.changePaymentRules, { body: change });
    await setRules([{ name: 'all', effect: 'refuse' }]);
    await expect(approve(owner, proposed?.id ?? '')).rejects.toMatchObject(refusedWith('rules_changed'));
    expect(await owner.call(endpoints.getPaymentRules)).toMatchObject({ rules: [{ name: 'all' }] });
  });

  test('a dry run counts the past payments that the rules would have held or refused', async () => {
    await setRules([]);
    for (const amount of ['50.00', '300.00', '40.00']) await pay(payer, amount);
    const run = (rules: PaymentRule[]) => owner.call(endpoints.tryPaymentRules, { body: { rules } });
    expect(await run([{ name: 'a', over: '100', effect: 'approve' }])).toEqual({
      days: 90,
      payments: 3,
      would_ask: 1,
      would_refuse: 0,
    });
    expect(await run([{ name: 'd', per_day: '340', effect: 'refuse' }])).toMatchObject({ would_refuse: 1 });
    expect(await run([{ name: 'n', recipients: 'new', effect: 'approve' }])).toMatchObject({ would_ask: 1 });
    expect((await owner.call(endpoints.getPaymentRules)).version).toBe(1);
  });

  test.each<[string, unknown]>([
    ['two rules with one name', [1, 2].map(() => ({ name: 'a', effect: 'refuse' }))],
    ['a list without a condition', [{ name: 'a', list: ['x@florin.example'], effect: 'refuse' }]],
    ['no amount', [{ name: 'a', over: '1e3', effect: 'refuse' }]],
    ['more approvals than five', [{ name: 'a', effect: 'approve', approvals: 6 }]],
  ])('rejects a change of the rules: %s', async (_, rules) => {
    await expect(
      owner.call(endpoints.changePaymentRules, { body: { rules: rules as PaymentRule[], version: 0 } }),
    ).rejects.toMatchObject(refusedWith('invalid_request'));
  });
});
