import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingClient, join, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let acme: TestBusiness;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
  acme = await openBusiness(florin, ines);
  owner = actingClient(florin, ines.token, acme.handle);
  admin = await join(florin, ines, acme, { person: jonas, role: 'admin' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const addWebhook = async (client: Client, url: string) =>
  (await client.call(endpoints.addWebhook, { body: { url } })).webhook;
const addBank = (client: Client) => client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
const webhookStates = async () =>
  Object.fromEntries((await owner.call(endpoints.listWebhooks)).map(({ url, state }) => [new URL(url).host, state]));
const banksInReview = async () =>
  (await owner.call(endpoints.listPaymentMethods)).filter((method) => method.in_review).map(({ id }) => id);
const forgetWho = (table: 'webhooks' | 'payment_methods', column: 'set_by' | 'added_by') =>
  florin.database.ownerPool.query(`update ${table} set ${column} = null where user_id = $1`, [acme.id]);

test('a password reset by mail disables the webhooks that the person set for a business, and only those', async () => {
  await addWebhook(owner, 'https://kept.example/hook');
  const [moved, rotated] = [
    await addWebhook(owner, 'https://moved.example/hook'),
    await addWebhook(owner, 'https://rotated.example/hook'),
  ];
  await addWebhook(admin, 'https://added.example/hook');
  const url = 'https://stranger.example/hook';
  await admin.call(endpoints.changeWebhook, { params: { id: moved.id }, body: { url } });
  await admin.call(endpoints.rotateWebhookSecret, { params: { id: rotated.id } });
  await resetPassword(florin, jonas);
  expect(await webhookStates()).toEqual({
    'kept.example': 'active',
    'stranger.example': 'disabled',
    'rotated.example': 'disabled',
    'added.example': 'disabled',
  });
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: acme.email } });
  expect(mails.filter(({ subject }) => subject === 'A webhook of your business is disabled')).toHaveLength(3);
});

test('a bank account that the person added for a business gets no withdrawals after a reset until it is confirmed', async () => {
  const [kept, added] = [await addBank(owner), await addBank(admin)];
  const card = await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await owner.call(endpoints.addFunds, { body: { amount: '100.00', payment_method_id: card.id } });
  const withdrawTo = ({ id }: { id: string }) =>
    owner.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: id } });
  await resetPassword(florin, jonas);
  expect(await banksInReview()).toEqual([added.id]);
  await expect(withdrawTo(added)).rejects.toMatchObject(refusedWith('payment_method_not_usable'));
  expect(await withdrawTo(kept)).toMatchObject({ status: 'pending' });
  await owner.call(endpoints.keepPaymentMethod, { params: { id: added.id } });
  expect(await withdrawTo(added)).toMatchObject({ status: 'pending' });
});

test('a reset ends what a person added for a business that the person has left since', async () => {
  const bank = await addBank(admin);
  await addWebhook(admin, 'https://left.example/hook');
  await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
  await resetPassword(florin, jonas);
  expect(await banksInReview()).toEqual([bank.id]);
  expect(await webhookStates()).toEqual({ 'left.example': 'disabled' });
});

test('a take-over of an unconfirmed account ends what its earlier holder added for a business', async () => {
  const bank = await addBank(admin);
  await addWebhook(admin, 'https://squatter.example/hook');
  await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [jonas.user.id]);
  await resetPassword(florin, jonas);
  expect([await banksInReview(), await webhookStates()]).toEqual([[bank.id], { 'squatter.example': 'disabled' }]);
});

test('what was added before its person was stored counts as added by each owner and admin', async () => {
  const bank = await addBank(owner);
  await addWebhook(owner, 'https://old.example/hook');
  await forgetWho('payment_methods', 'added_by');
  await forgetWho('webhooks', 'set_by');
  const lea = await florin.signUp('Lea');
  await join(florin, ines, acme, { person: lea, role: 'payer' });
  await resetPassword(florin, lea);
  expect([await banksInReview(), await webhookStates()]).toEqual([[], { 'old.example': 'active' }]);
  await resetPassword(florin, jonas);
  expect([await banksInReview(), await webhookStates()]).toEqual([[bank.id], { 'old.example': 'disabled' }]);
});

test('a reset rejects a bank account that its person is adding for a business at that moment', async () => {
  const outcome = await overtaken(
    florin,
    jonas.user.id,
    () => addBank(admin),
    (tx) => tx.query('delete from sessions where user_id = $1', [jonas.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(
    await florin.database.ownerPool.query('select from payment_methods where user_id = $1', [acme.id]),
  ).toMatchObject({ rowCount: 0 });
});
