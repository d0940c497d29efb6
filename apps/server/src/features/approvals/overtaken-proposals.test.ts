import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { csvOf, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { join } from '../../../test/business.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { approve, runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let bakery: Bakery;
let admin: Client;
let mira: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  bakery = await openBakery(florin);
  mira = await florin.signUp('Mira');
  admin = await join(florin, bakery.ines, bakery.acme, { person: mira, role: 'admin' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const send = (client: Client) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: bakery.shop.user.email, amount: '2000.00' } });
const waiting = () => bakery.approver.call(endpoints.listApprovals, { query: {} });
const ended = () => bakery.approver.call(endpoints.listApprovals, { query: { state: 'ended' } });
const dollars = async () => (await bakery.owner.call(endpoints.me)).balances.usd_exact;

const proposals: [string, () => Promise<() => Promise<unknown>>][] = [
  ['a payment', async () => () => send(admin)],
  [
    'the payment of a request',
    async () => {
      const { id } = await askForMoney(bakery.shop, undefined, '2000.00');
      return () => admin.call(endpoints.payRequest, { params: { id } });
    },
  ],
  [
    'a batch payout',
    async () => {
      const uploader = { token: mira.token, account: bakery.acme.handle };
      const { batch } = await uploadCsv(florin, uploader, csvOf([[bakery.shop.user.email, '1500.00']]));
      return () => startBatch(admin, batch.id);
    },
  ],
  ['new rules', async () => () => admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } })],
];

test.each(proposals)('%s is not proposed in the moment of a password reset', async (_, prepare) => {
  const outcome = await overtaken(florin, mira.user.id, await prepare(), (tx) =>
    tx.query('delete from sessions where user_id = $1', [mira.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect([await waiting(), await dollars()]).toEqual([[], '20000.00']);
});

test('a payment is not proposed with an API key in the moment of a password reset of its maker', async () => {
  const { key, client } = await makeKey(florin, admin, { scopes: ['payments:write'] });
  const outcome = await overtaken(
    florin,
    mira.user.id,
    () => send(client),
    (tx) => tx.query('update api_keys set revoked_at = now() where id = $1', [key.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await waiting()).toEqual([]);
});

test('a payment whose money is reserved only after a password reset is withdrawn', async () => {
  const tx = await florin.database.ownerPool.connect();
  await tx.query('begin');
  await tx.query('lock table books.contested_entries in exclusive mode');
  const sending = Promise.allSettled([send(admin)]);
  const stored = 'select from approvals where business_id = $1';
  await expect.poll(async () => (await florin.database.ownerPool.query(stored, [bakery.acme.id])).rowCount).toBe(1);
  await resetPassword(florin, mira);
  await tx.query('commit');
  tx.release();
  await sending;
  expect(await waiting()).toEqual([]);
  await runApprovals(florin);
  const [proposal] = await ended();
  expect(proposal).toMatchObject({
    state: 'withdrawn',
    reason: 'The password of the person who proposed it was reset by email.',
  });
  await expect(approve(bakery.approver, proposal?.id ?? '')).rejects.toMatchObject(refusedWith('approval_not_open'));
  expect(await dollars()).toBe('20000.00');
});

test('a payment that the ledger refused leaves nothing behind after a password reset', async () => {
  await florin.database.ownerPool.query('insert into payment_rules (business_id, rules, version) values ($1, $2, 1)', [
    bakery.acme.id,
    JSON.stringify([{ name: 'all', effect: 'approve', approvals: 1 }]),
  ]);
  const body = { recipient_email: bakery.shop.user.email, amount: '20000.00' }; // with the fee, more than there is
  await expect(admin.call(endpoints.sendMoney, { body })).rejects.toMatchObject(refusedWith('insufficient_balance'));
  await resetPassword(florin, mira);
  const acts = (await bakery.owner.call(endpoints.listBusinessActs)).map(({ did }) => did);
  expect(acts).not.toContain('A proposal was withdrawn');
  await florin.database.ownerPool.query(`update approvals set proposed_at = proposed_at - interval '2 days'`);
  await runApprovals(florin);
  const { rowCount } = await florin.database.ownerPool.query('select from approvals where business_id = $1', [
    bakery.acme.id,
  ]);
  expect(rowCount).toBe(0);
});
