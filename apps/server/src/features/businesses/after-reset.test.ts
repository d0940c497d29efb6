import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingClient, join, openBusiness, type TestBusiness } from '../../../test/business.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { invoiceSettings } from '../../../test/write-invoice.ts';

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

test('a password reset by mail disables only the webhooks that the person set for a business', async () => {
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

test('a password reset ends the additions that a person made for a business before leaving it', async () => {
  const bank = await addBank(admin);
  await addWebhook(admin, 'https://left.example/hook');
  await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
  await resetPassword(florin, jonas);
  expect(await banksInReview()).toEqual([bank.id]);
  expect(await webhookStates()).toEqual({ 'left.example': 'disabled' });
});

test('a take-over of an unconfirmed account ends the additions that its earlier holder made for a business', async () => {
  const bank = await addBank(admin);
  await addWebhook(admin, 'https://squatter.example/hook');
  await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [jonas.user.id]);
  await resetPassword(florin, jonas);
  expect([await banksInReview(), await webhookStates()]).toEqual([[bank.id], { 'squatter.example': 'disabled' }]);
});

test('bank accounts and webhooks without a stored person count as added by each owner and admin', async () => {
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

test('a password reset rejects a bank account that the person is adding for a business at that moment', async () => {
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

const registerHosts = (client: Client, ...hosts: string[]) =>
  client.call(endpoints.changeInvoiceSettings, { body: { ...invoiceSettings, hosts } });
const hostsNow = async () => (await owner.call(endpoints.getInvoiceSettings)).hosts;

test('a password reset removes only the hosts that the person registered for a business', async () => {
  await registerHosts(owner, 'kept.example');
  await registerHosts(admin, 'kept.example', 'stranger.example');
  await resetPassword(florin, jonas);
  expect(await hostsNow()).toEqual(['kept.example']);
  await registerHosts(owner, 'kept.example', 'stranger.example');
  await resetPassword(florin, jonas);
  expect(await hostsNow()).toEqual(['kept.example', 'stranger.example']);
});

test("a password reset removes the hosts of the person's own account, and the hosts registered for a business that the person left", async () => {
  await registerHosts(admin, 'left.example');
  await registerHosts(jonas.client, 'own.example');
  await owner.call(endpoints.removePerson, { params: { id: jonas.user.id } });
  await resetPassword(florin, jonas);
  expect(await hostsNow()).toEqual([]);
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: jonas.user.email } });
  expect(mails.map(({ subject }) => subject)).toContain('Your hosts for return addresses were removed');
  const { rows } = await florin.database.ownerPool.query('select hosts from invoice_settings where owner_id = $1', [
    jonas.user.id,
  ]);
  expect(rows).toEqual([{ hosts: [] }]);
});

test('hosts from before their person was recorded count as registered by each owner and admin', async () => {
  await registerHosts(owner, 'old.example');
  await florin.database.ownerPool.query('delete from business_acts where about = $1', ['old.example']);
  const lea = await florin.signUp('Lea');
  await join(florin, ines, acme, { person: lea, role: 'payer' });
  await resetPassword(florin, lea);
  expect(await hostsNow()).toEqual(['old.example']);
  await resetPassword(florin, jonas);
  expect(await hostsNow()).toEqual([]);
});

test("a password reset mails the person's changes to the business, its owners and its admins, without links", async () => {
  const rules = await admin.call(endpoints.getPaymentRules);
  await admin.call(endpoints.changePaymentRules, { body: { rules: [], version: rules.version } });
  for (const n of [1, 2, 3, 4])
    await admin.call(endpoints.addContact, { body: { email: `supplier${n}@florin.example`, name: `Supplier ${n}` } });
  const linked = { email: 'linked@florin.example', name: 'https://stranger.example' };
  const contact = await admin.call(endpoints.addContact, { body: linked });
  await admin.call(endpoints.changeContact, { params: { id: contact.id }, body: { name: 'Flour Mill' } });
  await resetPassword(florin, jonas);
  for (const to of [acme.email, ines.user.email]) {
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to } });
    const [mail, ...more] = mails.filter(({ subject }) => subject === 'Check what a person did in your business');
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Jonas');
    expect(mail?.text).toContain('Proposed new payment rules');
    expect(mail?.text).toContain(
      'Added a contact (5 times): Supplier 4, supplier4@florin.example; Supplier 3, supplier3@florin.example; Supplier 2',
    );
    expect(mail?.text).toContain('Renamed a contact: Flour Mill, linked@florin.example');
    expect(mail?.text).not.toContain('stranger.example');
  }
  expect(
    (await florin.client.call(endpoints.listCaughtMails, { query: { to: jonas.user.email } })).map(
      ({ subject }) => subject,
    ),
  ).not.toContain('Check what a person did in your business');
});

test('a password reset rejects a host that the person is registering for a business at that moment', async () => {
  const outcome = await overtaken(
    florin,
    jonas.user.id,
    () => registerHosts(admin, 'late.example'),
    (tx) => tx.query('delete from sessions where user_id = $1', [jonas.user.id]),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
  expect(await hostsNow()).toEqual([]);
});
