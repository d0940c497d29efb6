import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom, type Withdrawal } from '../../../../test/payout-room.ts';
import { resetPassword } from '../../../../test/reset-password.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { writeApproved } from './write-batch.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

const madeIt = 'The password of the operator who made it was reset by email.';
const approvedIt = 'The password of the operator who approved it was reset by email.';

/** Resets the operator's password by mail, and signs the operator in again. */
async function reset(operator: TestMember): Promise<void> {
  await resetPassword(room.florin, operator);
  const body = { email: operator.user.email, password: 'a fresh and longer one' };
  const { token } = await room.florin.client.call(endpoints.login, { body });
  Object.assign(operator, { token, client: room.florin.clientOf(token) });
}

const written = async (): Promise<{ batch: PaymentBatch; payout: Withdrawal }> => {
  const payout = await room.withdrawal('10.00');
  return { batch: await room.approve(await room.make([payout])), payout };
};
const flagsOf = async ({ number }: PaymentBatch): Promise<string[]> =>
  (await room.olu.client.call(endpoints.listOperatorActs, { query: {} }))
    .filter(({ did, who }) => did === 'Flagged payment batch' && who === 'system')
    .flatMap(({ on }) => (on.startsWith(`batch ${number}: `) ? on.slice(`batch ${number}: `.length) : []));

// Rules: identity-4
test('a password reset of the operator who approved a batch flags the batch and leaves it as it is', async () => {
  const { batch, payout } = await written();
  const file = room.contentOf(batch);
  await reset(room.amara);
  expect(await room.batchNow(batch)).toEqual({ ...batch, yours: true, reason: approvedIt });
  expect(await flagsOf(batch)).toEqual([approvedIt]);
  expect(room.contentOf(batch)).toEqual(file);
  expect(await room.status(payout)).toBe('pending');
});

test('a password reset of the operator who made an approved batch flags it', async () => {
  const { batch } = await written();
  await reset(room.olu);
  expect(await room.batchNow(batch)).toMatchObject({ state: 'written', reason: madeIt });
  expect(await flagsOf(batch)).toEqual([madeIt]);
});

test('a batch whose two operators reset their passwords shows both reasons, each once', async () => {
  const { batch } = await written();
  await reset(room.olu);
  await reset(room.amara);
  await reset(room.amara);
  expect((await room.batchNow(batch)).reason).toBe(`${madeIt} ${approvedIt}`);
  expect((await flagsOf(batch)).toSorted()).toEqual([approvedIt, madeIt]);
});

test('a flagged batch can be given to the bank and settled', async () => {
  const { batch } = await written();
  await reset(room.amara);
  await room.markSent(batch);
  const [payment] = room.linesIn(batch);
  await room.line('-10.00', { endToEnd: payment?.end_to_end_id ?? '' });
  expect(await room.batchNow(batch)).toMatchObject({ state: 'sent', settled: 1, reason: approvedIt });
});

test('a password reset flags a batch that the bank already has, but not a settled batch', async () => {
  const [open, settled] = [await room.paidOut('10.00'), await room.paidOut('20.00')];
  await room.line('-20.00', { endToEnd: settled.ids[0] ?? '' });
  await reset(room.amara);
  expect(await room.batchNow(open.batch)).toMatchObject({ state: 'sent', reason: approvedIt });
  expect(await room.batchNow(settled.batch)).toMatchObject({ state: 'sent', settled: 1, reason: null });
  expect(await flagsOf(settled.batch)).toEqual([]);
});

test('a password reset of another operator flags nothing', async () => {
  const { batch } = await written();
  const { state } = await room.batchNow(batch);
  const zoe = await room.florin.signUp('Zoe');
  await room.florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [zoe.user.id]);
  await reset(zoe);
  expect(await room.batchNow(batch)).toMatchObject({ state, reason: null });
});

test('a batch that is approved but not written yet keeps its flag when its file is written', async () => {
  const batch = await room.make([await room.withdrawal('10.00')]);
  await room.florin.database.ownerPool.query(
    `update payment_batches set state = 'approved', decided_by = $2, decided_at = now() - interval '1 minute'
     where id = $1`,
    [batch.id, room.amara.user.id],
  );
  await reset(room.amara);
  await writeApproved(room.florin.app.dependencies);
  expect(await room.batchNow(batch)).toMatchObject({ state: 'written', reason: approvedIt });
});
