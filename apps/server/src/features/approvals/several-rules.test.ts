import { endpoints, type Client, type PaymentRule } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { csvOf, readBatch, runAll, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { join } from '../../../test/business.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let bakery: Bakery;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  bakery = await openBakery(florin);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const setRules = (rules: readonly PaymentRule[]) =>
  florin.database.ownerPool.query('insert into payment_rules (business_id, rules, version) values ($1, $2, 1)', [
    bakery.acme.id,
    JSON.stringify(rules),
  ]);
const ofOwner: PaymentRule = { name: 'large', over: '1000', effect: 'approve', approvers: ['owner'] };
const ofApprover: PaymentRule = { name: 'new', recipients: 'new', effect: 'approve', approvers: ['approver'] };
const pay = () =>
  bakery.payer.call(endpoints.sendMoney, { body: { recipient_email: bakery.shop.user.email, amount: '2000.00' } });
const waiting = async () => (await bakery.owner.call(endpoints.listApprovals, { query: {} }))[0];
const approve = (client: Client, id = '') =>
  client.call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } });
const received = async () => (await bakery.shop.client.call(endpoints.me)).balances.usd_exact;

test('a payment needs both roles if two rules ask for different roles', async () => {
  await setRules([ofOwner, ofApprover]);
  expect(await pay()).toMatchObject({ status: 'pending' });
  const proposed = await waiting();
  expect(proposed).toMatchObject({ approvals_needed: 2, can_decide: true });
  expect(await approve(bakery.approver, proposed?.id)).toMatchObject({ state: 'proposed' });
  const second = await florin.signUp('Mira');
  const another = await join(florin, bakery.ines, bakery.acme, { person: second, role: 'approver' });
  expect(await approve(another, proposed?.id)).toMatchObject({ state: 'proposed' });
  expect(await received()).toBe('0.00');
  expect(await approve(bakery.owner, proposed?.id)).toMatchObject({ state: 'approved' });
  expect(await received()).toBe('2000.00');
});

test('a payment needs approvals although no other person has the role that two rules have in common', async () => {
  await setRules([
    { ...ofOwner, approvers: ['owner', 'admin'] },
    { ...ofApprover, approvers: ['admin', 'approver'] },
  ]);
  await pay();
  expect(await waiting()).toMatchObject({ approvals_needed: 2 });
});

test('one person whose role counts for both rules is enough', async () => {
  await setRules([
    { ...ofOwner, approvers: ['owner', 'admin'] },
    { ...ofApprover, approvers: ['admin', 'approver'] },
  ]);
  const admin = await join(florin, bakery.ines, bakery.acme, { person: await florin.signUp('Ada'), role: 'admin' });
  await pay();
  const proposed = await waiting();
  expect(proposed).toMatchObject({ approvals_needed: 1 });
  expect(await approve(admin, proposed?.id)).toMatchObject({ state: 'approved' });
});

test('a rule without possible approvers does not change another rule', async () => {
  await setRules([ofOwner, { ...ofApprover, approvers: ['admin'], approvals: 3 }]);
  await pay();
  const proposed = await waiting();
  expect(proposed).toMatchObject({ approvals_needed: 1 });
  expect(await approve(bakery.owner, proposed?.id)).toMatchObject({ state: 'approved' });
});

test('a batch payout needs both roles if two rules ask for different roles', async () => {
  await setRules([ofOwner, ofApprover]);
  const csv = csvOf([[bakery.shop.user.email, '2000.00']]);
  const { batch } = await uploadCsv(florin, { token: bakery.jonas.token, account: bakery.acme.handle }, csv);
  expect(await startBatch(bakery.payer, batch.id)).toMatchObject({ state: 'waiting' });
  const proposed = await waiting();
  expect(await approve(bakery.owner, proposed?.id)).toMatchObject({ state: 'proposed' });
  expect(await approve(bakery.approver, proposed?.id)).toMatchObject({ state: 'approved' });
  await runAll(florin);
  expect([(await readBatch(bakery.payer, batch.id)).state, await received()]).toEqual(['finished', '2000.00']);
});
