import { endpoints, type Client } from '@florin/contract';
import { expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { bakerySetup } from '../../../test/bakery-setup.ts';
import { csvOf, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { approve, runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';

const bakery = bakerySetup();

const send = (client: Client) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: bakery.shop.user.email, amount: '2000.00' } });
const waiting = () => bakery.approver.call(endpoints.listApprovals, { query: {} });
const ended = () => bakery.approver.call(endpoints.listApprovals, { query: { state: 'ended' } });
const dollars = async () => (await bakery.owner.call(endpoints.me)).balances.usd_exact;

const proposals: [string, () => Promise<() => Promise<unknown>>][] = [
  ['a payment', async () => () => send(bakery.admin)],
  [
    'the payment of a request',
    async () => {
      const { id } = await askForMoney(bakery.shop, undefined, '2000.00');
      return () => bakery.admin.call(endpoints.payRequest, { params: { id } });
    },
  ],
  [
    'a batch payout',
    async () => {
      const uploader = { token: bakery.mira.token, account: bakery.acme.handle };
      const { batch } = await uploadCsv(bakery.florin, uploader, csvOf([[bakery.shop.user.email, '1500.00']]));
      return () => startBatch(bakery.admin, batch.id);
    },
  ],
  ['new rules', async () => () => bakery.admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } })],
];

test.each(proposals)('%s is not proposed at the moment of a password reset', async (_, prepare) => {
  const outcome = await overtaken(bakery.florin, bakery.mira.user.id, await prepare(), (tx) =>
    tx.query('delete from sessions where user_id = $1', [bakery.mira.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect([await waiting(), await dollars()]).toEqual([[], '20000.00']);
});

test("a payment is not proposed with an API key at the moment of a password reset of the key's creator", async () => {
  const { key, client } = await makeKey(bakery.florin, bakery.admin, { scopes: ['payments:write'] });
  const outcome = await overtaken(
    bakery.florin,
    bakery.mira.user.id,
    () => send(client),
    (tx) => tx.query('update api_keys set revoked_at = now() where id = $1', [key.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await waiting()).toEqual([]);
});

test('a payment whose money is reserved only after a password reset is withdrawn', async () => {
  const tx = await bakery.florin.database.ownerPool.connect();
  await tx.query('begin');
  await tx.query('lock table books.contested_entries in exclusive mode');
  const sending = Promise.allSettled([send(bakery.admin)]);
  const stored = 'select from approvals where business_id = $1';
  await expect
    .poll(async () => (await bakery.florin.database.ownerPool.query(stored, [bakery.acme.id])).rowCount)
    .toBe(1);
  await resetPassword(bakery.florin, bakery.mira);
  await tx.query('commit');
  tx.release();
  await sending;
  expect(await waiting()).toEqual([]);
  await runApprovals(bakery.florin);
  const [proposal] = await ended();
  expect(proposal).toMatchObject({
    state: 'withdrawn',
    reason: 'The password of the person who proposed it was reset by email.',
  });
  await expect(approve(bakery.approver, proposal?.id ?? '')).rejects.toMatchObject(refusedWith('approval_not_open'));
  expect(await dollars()).toBe('20000.00');
});

test('a payment that the ledger refused leaves nothing behind after a password reset', async () => {
  await bakery.florin.database.ownerPool.query(
    'insert into payment_rules (business_id, rules, version) values ($1, $2, 1)',
    [bakery.acme.id, JSON.stringify([{ name: 'all', effect: 'approve', approvals: 1 }])],
  );
  const body = { recipient_email: bakery.shop.user.email, amount: '20000.00' }; // with the fee, more than there is
  await expect(bakery.admin.call(endpoints.sendMoney, { body })).rejects.toMatchObject(
    refusedWith('insufficient_balance'),
  );
  await resetPassword(bakery.florin, bakery.mira);
  const acts = (await bakery.owner.call(endpoints.listBusinessActs)).map(({ did }) => did);
  expect(acts).not.toContain('A proposal was withdrawn');
  await bakery.florin.database.ownerPool.query(`update approvals set proposed_at = proposed_at - interval '2 days'`);
  await runApprovals(bakery.florin);
  const { rowCount } = await bakery.florin.database.ownerPool.query('select from approvals where business_id = $1', [
    bakery.acme.id,
  ]);
  expect(rowCount).toBe(0);
});
