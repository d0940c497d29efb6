import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForMoney, cancel, decline, letTimePass, pay } from '../../../test/ask-for-money.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { requestNews } from './index.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const newsOf = ({ user }: TestMember, limit = 50) =>
  requestNews(florin.database.pool, { ...user, emailConfirmed: user.email_confirmed }, limit);

test("lists requests to a member and the endings of the member's own requests, but not the member's own actions", async () => {
  const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUpWith('100.00', 'Ines'))];
  const expired = await askForMoney(hana, undefined, '4.00');
  const [paid, declined, canceled] = [
    await askForMoney(hana, ines, '1.00', { note: 'Tea' }),
    await askForMoney(hana, ines, '2.00'),
    await askForMoney(hana, ines, '3.00'),
  ];
  const open = await askForMoney(hana, ines, '5.00');
  await letTimePass(florin, expired, 30 * 24);
  await pay(ines, paid);
  await decline(ines, declined);
  await cancel(hana, canceled);

  expect(await newsOf(hana)).toEqual([
    {
      requestId: declined.id,
      kind: 'request_declined',
      otherName: ines.user.email,
      amount: { asset: 'USD', units: 200n },
      note: undefined,
      at: expect.any(Date),
      open: false,
    },
    expect.objectContaining({ requestId: paid.id, kind: 'request_paid', otherName: 'Ines', note: 'Tea' }),
    expect.objectContaining({ requestId: expired.id, kind: 'request_expired', otherName: null }),
  ]);
  expect((await newsOf(ines)).map((one) => [one.requestId, one.kind, one.otherName, one.open])).toEqual([
    [open.id, 'request_received', 'Hana', true],
    [canceled.id, 'request_received', 'Hana', false],
    [declined.id, 'request_received', 'Hana', false],
    [paid.id, 'request_received', 'Hana', false],
  ]);
  expect(await newsOf(ines, 2)).toHaveLength(2);
});
