import { randomUUID } from 'node:crypto';
import { endpoints, type PaymentRule } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import {
  csvOf,
  readBatch,
  readRows,
  retryBatch,
  runAll,
  startBatch,
  uploadCsv,
  type Payment,
} from '../../../test/batch-payouts.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { keepApprovals } from '../approvals/jobs.ts';

let florin: TestApp;
let { acme, ines, jonas, lea, shop, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ({ acme, ines, jonas, lea, shop, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const uploadAs = async ({ token }: { readonly token: string }, payments: readonly Payment[], name?: string) =>
  uploadCsv(florin, { token, account: acme.handle }, csvOf(payments), name);
const upload = async (payments: readonly Payment[]) => (await uploadAs(jonas, payments)).batch.id;
const rows = (count: number, amount: string): Payment[] =>
  Array.from({ length: count }, (_, row) => [shop.user.email, amount, 'USD', `A-${row}`]);
const dollars = async (email = shop) => (await email.client.call(endpoints.me)).balances.usd_exact;
const open = () => approver.call(endpoints.listApprovals, { query: {} });
const approveAs = (client: typeof approver, id: string) =>
  client.call(endpoints.approve, { params: { id }, body: { password: lea.password } });
const setRules = (rules: readonly PaymentRule[]) =>
  florin.database.ownerPool.query(
    `insert into payment_rules (business_id, rules, version) values ($1, $2, 1)
     on conflict (business_id) do update set rules = excluded.rules, version = payment_rules.version + 1`,
    [acme.id, JSON.stringify(rules)],
  );
const mailsTo = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });

describe('the rules', () => {
  test('the rules ask for one approval for a batch of small payments with a large total', async () => {
    const id = await upload(rows(12, '100.00'));
    expect(await startBatch(payer, id)).toMatchObject({ state: 'waiting', can_start: false, can_stop: false });
    await runAll(florin);
    expect(await dollars()).toBe('0.00');
    const [proposed, ...others] = await open();
    expect(others).toEqual([]);
    expect(proposed).toMatchObject({
      kind: 'batch',
      title: 'Batch payout march.csv: 12 payments, $1,200.00',
      payment: null,
      batch_id: id,
      can_decide: true,
      why: expect.arrayContaining(['Payments above $1,000.00 need one approval by another person.']),
    });
    expect((await readBatch(payer, id)).approval_id).toBe(proposed?.id);
    await keepApprovals({ ...florin.app.dependencies, afterPayment: async () => undefined });
    const [mail] = await mailsTo(lea.user.email);
    expect(mail).toMatchObject({ subject: 'A batch payout of Acme Bakery waits for you' });
    expect(mail?.text).toContain('12 payments, $1,200.00.');
    expect(await approveAs(approver, proposed?.id ?? '')).toMatchObject({ state: 'approved' });
    await runAll(florin);
    expect(await readBatch(payer, id)).toMatchObject({ state: 'finished', counts: { paid: 12 }, approval_id: null });
    expect(await dollars()).toBe('1200.00');
    expect((await mailsTo(jonas.user.email)).map(({ subject }) => subject)).toContain('Batch payout: 12 paid');
  });

  test('the rules refuse a batch and name the refused row', async () => {
    await setRules([{ name: 'big', over: '50', effect: 'refuse' }]);
    const id = await upload([
      [shop.user.email, '20.00'],
      [lea.user.email, '60.00'],
    ]);
    await expect(startBatch(payer, id)).rejects.toMatchObject(
      refusedWith('refused_by_rule', { detail: expect.stringContaining('because of row 3') }),
    );
    expect(await readBatch(payer, id)).toMatchObject({ state: 'ready', can_start: true });
  });

  test('the rules count payments of an earlier batch in the total of the day', async () => {
    await setRules([{ name: 'day', per_day: '100', effect: 'approve' }]);
    const [small, next] = [await upload(rows(2, '30.00')), await upload(rows(2, '20.01'))];
    expect(await startBatch(payer, small)).toMatchObject({ state: 'running' });
    await runAll(florin);
    expect(await startBatch(owner, next)).toMatchObject({ state: 'waiting' });
    const [proposed] = await open();
    await expect(approveAs(owner, proposed?.id ?? '')).rejects.toMatchObject(refusedWith('own_proposal'));
    await approveAs(approver, proposed?.id ?? '');
    await runAll(florin);
    expect(await dollars()).toBe('100.02');
  });

  test('a row fails if changed rules require approval, and its retry asks for approval', async () => {
    const id = await upload(rows(2, '30.00'));
    expect(await startBatch(payer, id)).toMatchObject({ state: 'running' });
    await setRules([{ name: 'all', over: '10', effect: 'approve' }]);
    await runAll(florin);
    expect(await readBatch(payer, id)).toMatchObject({ state: 'finished', counts: { failed: 2 }, can_retry: true });
    expect((await readRows(payer, id))[0]?.message).toContain('now ask for approval');
    expect(await retryBatch(payer, id)).toMatchObject({ state: 'waiting', counts: { ready: 2 } });
    await approveAs(approver, (await open())[0]?.id ?? '');
    await runAll(florin);
    expect([(await readBatch(payer, id)).counts.paid, await dollars()]).toEqual([2, '60.00']);
  });

  test.each(['refuse', 'withdrawOwn'] as const)('a batch can be started again after %s', async (ending) => {
    const id = await upload(rows(2, '600.00'));
    await startBatch(payer, id);
    const params = { id: (await open())[0]?.id ?? '' };
    if (ending === 'refuse') await approver.call(endpoints.refuse, { params, body: { reason: 'Too early' } });
    else await payer.call(endpoints.withdrawOwn, { params });
    await runAll(florin);
    const batch = await readBatch(payer, id);
    expect(batch).toMatchObject({ state: 'ready', can_start: true, counts: { ready: 2 } });
    expect(batch.reason).toMatch(ending === 'refuse' ? 'Too early' : 'withdrawn');
    expect(await startBatch(owner, id)).toMatchObject({ state: 'waiting', reason: null });
  });
});

describe('the people of a business', () => {
  test('people who upload the same file get the same batch, with the file name of the first upload', async () => {
    const first = await uploadAs(jonas, rows(2, '1.00'), 'a.csv');
    const second = await uploadAs(ines, rows(2, '1.00'), 'b.csv');
    expect(second).toMatchObject({ known: true, batch: { id: first.batch.id, file_name: 'a.csv' } });
    expect(second.message).toMatch(/^Jonas uploaded this file before\. It has not been paid\.$/);
    await startBatch(owner, first.batch.id);
    expect((await uploadAs(ines, rows(2, '1.00'))).message).toContain('change something in the file');
  });

  test('a batch starts once when several people start it at the same moment', async () => {
    const id = await upload(rows(3, '1.00'));
    const starts = await Promise.allSettled([startBatch(owner, id), startBatch(payer, id)]);
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [refused] = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toMatchObject(refusedWith('batch_payout_not_ready'));
    await Promise.all([runAll(florin), runAll(florin)]);
    expect(await dollars()).toBe('3.00');
  });

  test('people who only read or approve may not start a batch', async () => {
    const id = await upload(rows(1, '1.00'));
    expect(await readBatch(approver, id)).toMatchObject({ can_start: true });
    await expect(startBatch(approver, id)).rejects.toMatchObject(refusedWith('role_not_allowed'));
  });

  test('a batch stops when its starter loses the role, and another person can retry its rows', async () => {
    const id = await upload(rows(2, '10.00'));
    await startBatch(payer, id);
    await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
    await runAll(florin);
    const batch = await readBatch(owner, id);
    expect(batch).toMatchObject({ state: 'stopped', counts: { not_run: 2 } });
    expect(batch.reason).toBe('The person who started it may no longer pay for this account.');
    expect((await readRows(owner, id))[0]).toMatchObject({ state: 'not_run', message: `Not run. ${batch.reason}` });
    await retryBatch(owner, id);
    await runAll(florin);
    expect([(await readBatch(owner, id)).state, await dollars()]).toEqual(['finished', '20.00']);
  });

  test('people of a business can stop a batch', async () => {
    const id = await upload(rows(2, '10.00'));
    await startBatch(payer, id);
    expect(await owner.call(endpoints.stopBatchPayout, { params: { id } })).toMatchObject({
      state: 'stopped',
      reason: 'Ines stopped it.',
      can_retry: true,
    });
    await runAll(florin);
    expect(await dollars()).toBe('0.00');
    await expect(payer.call(endpoints.removeBatchPayout, { params: { id } })).rejects.toMatchObject(
      refusedWith('batch_payout_not_ready'),
    );
  });

  test('a repeated idempotency key starts a batch at most once, even after a later retry has ended', async () => {
    const id = await upload(rows(2, '10.00'));
    const params = { id };
    const [first, older, newer] = [randomUUID(), randomUUID(), randomUUID()];
    const start = () => owner.call(endpoints.startBatchPayout, { params }, { idempotencyKey: first });
    const retry = (idempotencyKey: string) => owner.call(endpoints.retryBatchPayout, { params }, { idempotencyKey });
    const stop = () => owner.call(endpoints.stopBatchPayout, { params });
    await start();
    await stop();
    for (const key of [older, newer]) {
      expect(await retry(key)).toMatchObject({ state: 'running' });
      await stop();
    }
    for (const key of [older, newer]) expect(await retry(key)).toMatchObject({ state: 'stopped' });
    expect(await start()).toMatchObject({ state: 'stopped' });
    await runAll(florin);
    expect(await dollars()).toBe('0.00');
  });

  test('a frozen business does not pay the remaining rows of a batch', async () => {
    const id = await upload(rows(2, '10.00'));
    await startBatch(payer, id);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [acme.id]);
    await runAll(florin);
    await florin.database.ownerPool.query('update users set disabled_at = null where id = $1', [acme.id]);
    expect(await readBatch(owner, id)).toMatchObject({
      state: 'stopped',
      reason: 'The account is frozen or owes money.',
    });
    expect(await dollars()).toBe('0.00');
  });
});
