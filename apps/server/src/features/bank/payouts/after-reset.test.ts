import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { resetPassword } from '../../../../test/reset-password.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(async () => {
  await room.florin.expectCleanBooks();
  await room.florin.close();
});

const batches = async () => (await room.amara.client.call(endpoints.getPayoutDesk)).batches;

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
  const password = 'correct horse battery';
  const { token } = await florin.client.call(endpoints.login, { body: { email: olu.user.email, password } });
  Object.assign(olu, { token, client: florin.clientOf(token) });
});

test('a password reset withdraws the unapproved batches of an operator, and their payouts can be paid', async () => {
  const { florin, olu, amara, withdrawal, make, approve } = room;
  const [first, second] = [await withdrawal('10.00'), await withdrawal('20.00')];
  const done = await approve(await make([first]));
  const open = await make([second]);
  await resetPassword(florin, olu);
  await expect(approve(open)).rejects.toMatchObject(refusedWith('batch_not_open'));
  expect(await batches()).toMatchObject([
    { id: open.id, state: 'refused', reason: 'The password of the operator who made it was reset by email.' },
    { id: done.id, state: 'written' },
  ]);
  const acts = await amara.client.call(endpoints.listOperatorActs, { query: {} });
  expect(acts).toContainEqual(expect.objectContaining({ who: 'system', did: 'Withdrew payment batch' }));
  const { ready } = await amara.client.call(endpoints.getPayoutDesk);
  expect(ready.map(({ id }) => id)).toContain(second.id);
});
