import { randomUUID } from 'node:crypto';
import { endpoints, type PaymentRule } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let { lea, shop, acme, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ({ lea, shop, acme, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const pay = (to: string, amount: string, idempotencyKey: string) =>
  payer.call(endpoints.sendMoney, { body: { recipient_email: to, amount } }, { idempotencyKey });
const waiting = () => approver.call(endpoints.listApprovals, { query: {} });
const approve = (id: string) =>
  approver.call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } });
const ownDollars = async () => (await owner.call(endpoints.me)).balances.usd_exact;
const setRules = (rules: readonly PaymentRule[]) =>
  florin.database.ownerPool.query('insert into payment_rules (business_id, rules, version) values ($1, $2, 1)', [
    acme.id,
    JSON.stringify(rules),
  ]);
const insufficient = refusedWith('insufficient_balance');

test('a send that the ledger refused shows approvers the content of its second call', async () => {
  const key = randomUUID();
  await expect(pay(shop.user.email, '20000.00', key)).rejects.toMatchObject(insufficient);
  await pay(lea.user.email, '1500.00', key);
  const [proposed] = await waiting();
  expect(proposed).toMatchObject({
    title: `$1,500.00 to ${lea.user.email}`,
    payment: { amount_exact: '1500.00', total_exact: '1530.00', to: lea.user.email },
  });
  expect(await approve(proposed?.id ?? '')).toMatchObject({ state: 'approved' });
  expect(await ownDollars()).toBe('18470.00');
  expect((await lea.client.call(endpoints.me)).balances.usd_exact).toBe('1500.00');
});

test('a send that the ledger refused follows the rules of its second proposal, and waits seven days from then', async () => {
  const key = randomUUID();
  await expect(pay(shop.user.email, '20000.00', key)).rejects.toMatchObject(insufficient);
  await florin.database.ownerPool.query(
    `update approvals set proposed_at = proposed_at - interval '20 hours', expires_at = expires_at - interval '20 hours'
     where business_id = $1`,
    [acme.id],
  );
  await setRules([{ name: 'two', effect: 'approve', approvals: 2 }]);
  const before = Date.now();
  await pay(shop.user.email, '1500.00', key);
  const [proposed] = await waiting();
  expect(proposed?.approvals_needed).toBe(2);
  expect(Date.parse(proposed?.expires_at ?? '') - before).toBeGreaterThan(6.9 * 24 * 3_600_000);
});

test('a waiting send keeps its content when another send comes with the same key', async () => {
  const key = randomUUID();
  await pay(shop.user.email, '2000.00', key);
  await expect(pay(lea.user.email, '1500.00', key)).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  expect((await waiting()).map(({ title }) => title)).toEqual([`$2,000.00 to ${shop.user.email}`]);
});

test('an approved payment fails if it differs from the payment whose money is reserved', async () => {
  await pay(shop.user.email, '2000.00', randomUUID());
  const [proposed] = await waiting();
  const id = proposed?.id ?? '';
  // The other send stored its content last, and then lost the key in the ledger.
  await florin.database.ownerPool.query(
    `update approvals set content = content || '{"requestHash": "1"}' where id = $1`,
    [id],
  );
  expect(await approve(id)).toMatchObject({ state: 'failed' });
  expect(await ownDollars()).toBe('20000.00');
});
