import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { resetPassword } from '../../../../test/reset-password.ts';
import type { TestMember } from '../../../../test/test-app.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(async () => {
  await room.florin.expectCleanBooks();
  await room.florin.close();
});

const batches = async () => (await room.amara.client.call(endpoints.getPayoutDesk)).batches;

const refuse = ({ id }: PaymentBatch) =>
  room.amara.client.call(endpoints.refuseBatch, { params: { id }, body: { reason: 'Made again later' } });

async function signInAgain(operator: TestMember): Promise<void> {
  const body = { email: operator.user.email, password: operator.password };
  const { token } = await room.florin.client.call(endpoints.login, { body });
  Object.assign(operator, { token, client: room.florin.clientOf(token) });
}

// Rules: identity-4
test('a payment batch is not made at the moment of a password reset', async () => {
  const { florin, olu, withdrawal, make } = room;
  const payout = await withdrawal('30.00');
  const outcome = await overtaken(
    florin,
    olu.user.id,
    () => make([payout]),
    (tx) => tx.query('delete from sessions where user_id = $1', [olu.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await batches()).toEqual([]);
  await signInAgain(olu);
});

test('a payment batch is not approved at the moment of a password reset', async () => {
  const { florin, amara, withdrawal, make, approve, batchNow } = room;
  const batch = await make([await withdrawal('40.00')]);
  const outcome = await overtaken(
    florin,
    amara.user.id,
    () => approve(batch),
    (tx) => tx.query('delete from sessions where user_id = $1', [amara.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await batchNow(batch)).toMatchObject({ state: 'proposed', decided_by: null });
  await signInAgain(amara);
  await refuse(batch);
});

test.each([
  ['became a member', `role = 'member'`, `role = 'operator'`],
  ['was frozen', 'disabled_at = now()', 'disabled_at = null'],
])('a payment batch whose maker %s is not approved, but can be refused', async (_, lost, regained) => {
  const { florin, olu, withdrawal, make, approve } = room;
  const change = (values: string) =>
    florin.database.ownerPool.query(`update users set ${values} where id = $1`, [olu.user.id]);
  const batch = await make([await withdrawal('50.00')]);
  await change(lost);
  await expect(approve(batch)).rejects.toMatchObject(
    refusedWith('batch_not_open', { detail: 'The maker of this batch is no longer an operator. Refuse the batch.' }),
  );
  expect(await refuse(batch)).toMatchObject({ batch: { state: 'refused' } });
  await change(regained);
});

test('a password reset withdraws the unapproved batches of an operator, and their payouts can be paid', async () => {
  const { florin, olu, amara, withdrawal, make, approve } = room;
  const [first, second] = [await withdrawal('10.00'), await withdrawal('20.00')];
  const done = await approve(await make([first]));
  const open = await make([second]);
  await resetPassword(florin, olu);
  await expect(approve(open)).rejects.toMatchObject(refusedWith('batch_not_open'));
  expect((await batches()).slice(0, 2)).toMatchObject([
    { id: open.id, state: 'refused', reason: 'The password of the operator who made it was reset by email.' },
    { id: done.id, state: 'written' },
  ]);
  const acts = await amara.client.call(endpoints.listOperatorActs, { query: {} });
  expect(acts).toContainEqual(expect.objectContaining({ who: 'system', did: 'Withdrew payment batch' }));
  const { ready } = await amara.client.call(endpoints.getPayoutDesk);
  expect(ready.map(({ id }) => id)).toContain(second.id);
});
