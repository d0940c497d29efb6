import { endpoints } from '@florin/contract';
import { expect, test } from 'vitest';
import { bakerySetup } from '../../../test/bakery-setup.ts';
import { csvOf, readBatch, runAll, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { join } from '../../../test/business.ts';
import { approve, propose, runApprovals } from '../../../test/proposals.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';

const bakery = bakerySetup();

/** The ways in which Mira, the admin, loses her rights in the business. */
const losses = {
  'left the business': () => bakery.admin.call(endpoints.removePerson, { params: { id: bakery.mira.user.id } }),
  'was removed': () => bakery.owner.call(endpoints.removePerson, { params: { id: bakery.mira.user.id } }),
  'became a viewer': () =>
    bakery.owner.call(endpoints.changePersonRole, { params: { id: bakery.mira.user.id }, body: { role: 'viewer' } }),
  'was frozen': () => setMira('disabled_at = now()'),
  'closed the account': () =>
    bakery.mira.client.call(endpoints.closeAccount, { body: { current_password: bakery.mira.password } }),
};
const ways = Object.keys(losses) as (keyof typeof losses)[];
/** The ways after which the person can still reset the password. */
const resettable = ways.filter((way) => way !== 'was frozen' && way !== 'closed the account');

const setMira = (change: string) =>
  bakery.florin.database.ownerPool.query(`update users set ${change} where id = $1`, [bakery.mira.user.id]);

/** Mira proposes one of each kind. Returns the ids of the proposals and of the batch payout. */
async function proposeAll() {
  const { admin, acme, mira, shop } = bakery;
  await admin.call(endpoints.sendMoney, { body: { recipient_email: shop.user.email, amount: '2000.00' } });
  const uploader = { token: mira.token, account: acme.handle };
  const { batch } = await uploadCsv(bakery.florin, uploader, csvOf([[shop.user.email, '1500.00']]));
  await startBatch(admin, batch.id);
  await admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } });
  const open = await bakery.owner.call(endpoints.listApprovals, { query: {} });
  expect(open.map(({ kind }) => kind).toSorted()).toEqual(['batch', 'payment', 'rules']);
  return { ids: open.map(({ id }) => id), batchId: batch.id };
}

const proposalNow = (id: string) => bakery.owner.call(endpoints.getApproval, { params: { id } });
const money = async () => [
  (await bakery.owner.call(endpoints.me)).balances.usd_exact,
  (await bakery.shop.client.call(endpoints.me)).balances.usd_exact,
];

async function expectNotApproved(ids: readonly string[]): Promise<void> {
  for (const id of ids) await expect(approve(bakery.owner, id)).rejects.toMatchObject(refusedWith('approval_not_open'));
}

async function askForTwoApprovals(): Promise<void> {
  await bakery.florin.database.ownerPool.query(
    'insert into payment_rules (business_id, rules, version) values ($1, $2, 1)',
    [bakery.acme.id, JSON.stringify([{ name: 'two', effect: 'approve', approvals: 2 }])],
  );
}

test.each(ways)('proposals of each kind are not approved after their proposer %s', async (way) => {
  const { ids, batchId } = await proposeAll();
  await losses[way]();
  await expectNotApproved(ids);
  await runApprovals(bakery.florin);
  await runAll(bakery.florin);
  expect((await readBatch(bakery.owner, batchId)).state).toBe('waiting');
  expect((await bakery.owner.call(endpoints.getPaymentRules)).version).toBe(0);
  for (const id of ids) await bakery.owner.call(endpoints.refuse, { params: { id }, body: {} });
  expect(await money()).toEqual(['20000.00', '0.00']);
});

test.each(ways)('an approval does not count after the person who gave it %s', async (way) => {
  await askForTwoApprovals();
  const id = await propose(bakery);
  await approve(bakery.admin, id);
  await losses[way]();
  expect(await approve(bakery.approver, id)).toMatchObject({ state: 'proposed' });
  expect((await money())[1]).toBe('0.00');
  expect(await approve(bakery.owner, id)).toMatchObject({ state: 'approved' });
});

test.each(resettable)('a password reset withdraws the open proposals of a person who %s', async (way) => {
  const { ids, batchId } = await proposeAll();
  await losses[way]();
  await resetPassword(bakery.florin, bakery.mira);
  for (const id of ids)
    expect(await proposalNow(id)).toMatchObject({
      state: 'withdrawn',
      reason: 'The password of the person who proposed it was reset by email.',
    });
  await runApprovals(bakery.florin);
  await runAll(bakery.florin);
  expect(await money()).toEqual(['20000.00', '0.00']);
  expect(await readBatch(bakery.owner, batchId)).toMatchObject({ state: 'ready' });
  const acts = await bakery.owner.call(endpoints.listBusinessActs);
  expect(acts.filter(({ did, who }) => did === 'A proposal was withdrawn' && who === null)).toHaveLength(3);
});

test.each(resettable)('a password reset takes back the open approvals of a person who %s', async (way) => {
  await askForTwoApprovals();
  const done = await propose(bakery);
  await approve(bakery.admin, done);
  await approve(bakery.approver, done);
  const open = await propose(bakery);
  await approve(bakery.admin, open);
  await losses[way]();
  await resetPassword(bakery.florin, bakery.mira);
  expect((await proposalNow(open)).approved_by).toEqual([]);
  expect((await proposalNow(done)).approved_by.map(({ name }) => name)).toEqual(['Mira', 'Lea']);
});

test('proposals from before a password reset are not approved after their removed proposer came back', async () => {
  const { ids } = await proposeAll();
  await losses['was removed']();
  await resetPassword(bakery.florin, bakery.mira);
  const password = 'a fresh and longer one';
  const { token } = await bakery.florin.client.call(endpoints.login, {
    body: { email: bakery.mira.user.email, password },
  });
  const back = { ...bakery.mira, token, client: bakery.florin.clientOf(token) };
  await join(bakery.florin, bakery.ines, bakery.acme, { person: back, role: 'admin' });
  await expectNotApproved(ids);
});

test('a take-over withdraws the proposals of an earlier holder who left the business', async () => {
  const { ids } = await proposeAll();
  await losses['left the business']();
  await setMira('email_confirmed_at = null');
  await resetPassword(bakery.florin, bakery.mira);
  for (const id of ids) expect(await proposalNow(id)).toMatchObject({ state: 'withdrawn' });
});
