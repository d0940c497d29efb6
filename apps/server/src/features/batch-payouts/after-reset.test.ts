import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockedStatements } from '../../../test/blocked-statements.ts';
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
import { overtaken } from '../../../test/overtaken.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { takeBackStarts } from './take-back.ts';

let florin: TestApp;
let { acme, jonas, lea, shop, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ({ acme, jonas, lea, shop, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const rows = (count: number, amount: string): Payment[] =>
  Array.from({ length: count }, (_, row) => [shop.user.email, amount, 'USD', `A-${row}`]);
const upload = async (payments: readonly Payment[]) =>
  (await uploadCsv(florin, { token: jonas.token, account: acme.handle }, csvOf(payments))).batch.id;
const approve = async () => {
  const [proposed] = await approver.call(endpoints.listApprovals, { query: {} });
  const params = { id: proposed?.id ?? '' };
  return approver.call(endpoints.approve, { params, body: { password: lea.password } });
};
const dollars = async () => (await shop.client.call(endpoints.me)).balances.usd_exact;
const waiting = (atLeast: number) =>
  expect.poll(() => blockedStatements(florin.database), { timeout: 10_000 }).toBeGreaterThanOrEqual(atLeast);
const stopped = (who: 'started' | 'approved', counts: object) => ({
  state: 'stopped',
  reason: `The password of the person who ${who} it was reset by email.`,
  counts,
  can_retry: true,
});

// Rules: identity-4
test('a password reset stops a running batch of its starter, and another person can retry it', async () => {
  const id = await upload(rows(2, '10.00'));
  await startBatch(payer, id);
  await resetPassword(florin, jonas);
  await runAll(florin);
  const batch = await readBatch(owner, id);
  expect(batch).toMatchObject(stopped('started', { not_run: 2 }));
  expect((await readRows(owner, id))[0]).toMatchObject({ state: 'not_run', message: `Not run. ${batch.reason}` });
  expect(await dollars()).toBe('0.00');
  expect(await owner.call(endpoints.listBusinessActs)).toContainEqual(
    expect.objectContaining({ did: 'A batch payout was stopped', who: null, about: 'march.csv' }),
  );
  await retryBatch(owner, id);
  await runAll(florin);
  expect([(await readBatch(owner, id)).state, await dollars()]).toEqual(['finished', '20.00']);
});

test('a password reset stops the batch of a member’s own account', async () => {
  const hana = await florin.signUpWith('100.00', 'Hana');
  const { batch } = await uploadCsv(florin, hana, csvOf(rows(1, '10.00')));
  await startBatch(hana.client, batch.id);
  await resetPassword(florin, hana);
  await runAll(florin);
  expect(await dollars()).toBe('0.00');
});

test.each(['started', 'approved'] as const)('a reset of the person who %s an approved batch stops it', async (who) => {
  const id = await upload(rows(12, '100.00'));
  await startBatch(payer, id);
  expect(await approve()).toMatchObject({ state: 'approved' });
  await resetPassword(florin, who === 'started' ? jonas : lea);
  await runAll(florin);
  expect(await readBatch(owner, id)).toMatchObject(stopped(who, { not_run: 12 }));
  expect(await dollars()).toBe('0.00');
  expect(await retryBatch(owner, id), 'a retry needs another approval').toMatchObject({ state: 'waiting' });
});

test('a password reset does not stop batches that the person neither started nor approved', async () => {
  const [waiting, running] = [await upload(rows(12, '100.00')), await upload(rows(1, '20.00'))];
  await startBatch(owner, running);
  await startBatch(owner, waiting);
  await resetPassword(florin, jonas);
  await resetPassword(florin, lea);
  await runAll(florin);
  expect([(await readBatch(owner, waiting)).state, await dollars()]).toEqual(['waiting', '20.00']);
});

test('a batch runs if it was started again after a password reset', async () => {
  const id = await upload(rows(1, '10.00'));
  await startBatch(payer, id);
  await resetPassword(florin, jonas);
  await runAll(florin);
  await retryBatch(owner, id);
  await resetPassword(florin, jonas);
  await runAll(florin);
  expect([(await readBatch(owner, id)).state, await dollars()]).toEqual(['finished', '10.00']);
});

test('rows in payment on two nodes are paid once and recorded before a password reset stops the other rows', async () => {
  const id = await upload(rows(60, '1.00'));
  expect(await startBatch(payer, id)).toMatchObject({ state: 'running' });
  const tx = await florin.database.ownerPool.connect();
  await tx.query('begin; lock table ledger.postings in share row exclusive mode'); // holds the first fifty rows
  const nodes = [runAll(florin), runAll(florin)];
  let paidAtReset: Promise<string> | undefined;
  try {
    await waiting(1);
    paidAtReset = resetPassword(florin, jonas).then(dollars);
    await waiting(2);
  } finally {
    await tx.query('commit');
    tx.release();
  }
  await Promise.all(nodes);
  await runAll(florin);
  expect(await paidAtReset, 'no row is paid after the reset').toBe(await dollars());
  const { counts } = await readBatch(owner, id);
  expect(counts.paid + counts.not_run).toBe(60);
  expect(counts.paid).toBeGreaterThan(0);
  expect(Number(await dollars())).toBe(counts.paid);
  await retryBatch(owner, id).catch(() => undefined); // all rows may have been paid
  await runAll(florin);
  expect([(await readBatch(owner, id)).state, await dollars()]).toEqual(['finished', '60.00']);
});

test('rows that wait for a password reset are not paid', async () => {
  const id = await upload(rows(2, '10.00'));
  await startBatch(payer, id);
  await overtaken(
    florin,
    jonas.user.id,
    () => runAll(florin),
    (tx) => takeBackStarts(tx, jonas.user.id),
  );
  expect(await readBatch(owner, id)).toMatchObject(stopped('started', { not_run: 2 }));
  expect(await dollars()).toBe('0.00');
});

test.each(['a reset', 'a stop by hand'])('%s keeps rows that were paid before a crash as paid', async (ending) => {
  const id = await upload(rows(2, '10.00'));
  await startBatch(payer, id);
  await runAll(florin);
  const { ownerPool } = florin.database;
  await ownerPool.query(
    `update batch_payout_rows set state = 'ready', due = true, paid_at = null, transaction_id = null
     where batch_id = $1 and number = 2`,
    [id],
  );
  await ownerPool.query(`update batch_payouts set state = 'running' where id = $1`, [id]);
  if (ending === 'a reset') await resetPassword(florin, jonas);
  else await owner.call(endpoints.stopBatchPayout, { params: { id } });
  await runAll(florin);
  expect(await readBatch(owner, id)).toMatchObject({ state: 'finished', counts: { paid: 2 } });
  expect(await dollars()).toBe('20.00');
});
