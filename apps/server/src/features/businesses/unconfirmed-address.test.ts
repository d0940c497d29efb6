import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import {
  actingClient,
  details,
  invitationTo,
  join,
  openBusiness,
  verify,
  type TestBusiness,
} from '../../../test/business.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
let acme: TestBusiness;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
beforeEach(async () => {
  ines = await florin.confirm(await florin.signUp('Ines'));
  acme = await openBusiness(florin, ines);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const linksTo = async (email: string) => {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
  return mails.flatMap(({ link }) => /\/confirm-email#([\w-]{43})$/.exec(link ?? '')?.[1] ?? []).toReversed();
};
const confirm = (client: TestMember['client'], token = '') => client.call(endpoints.confirmEmail, { body: { token } });
const isConfirmed = async ({ token }: TestMember, { handle }: TestBusiness) =>
  (await actingClient(florin, token, handle).call(endpoints.me)).email_confirmed;
const openAnother = async (email: string) => {
  const jonas = await verify(florin, await florin.confirm(await florin.signUp('Jonas')));
  const handle = `second-${acme.handle}`;
  const { id } = await jonas.client.call(endpoints.openBusiness, { body: { name: 'Second', handle, email, details } });
  return { jonas, business: { id, handle, email } };
};

test('only an owner or admin of a business confirms its address', async () => {
  const [link] = await linksTo(acme.email);
  const mallory = await florin.confirm(await florin.signUp('Mallory'));
  await expect(confirm(mallory.client, link)).rejects.toMatchObject(refusedWith('confirmation_of_another'));
  await expect(confirm(florin.client, link)).rejects.toMatchObject(refusedWith('confirmation_of_another'));
  expect(await isConfirmed(ines, acme)).toBe(false);
  await confirm(ines.client, link);
  expect(await isConfirmed(ines, acme)).toBe(true);
});

test('a small role cannot confirm the address of a business, even while acting for it', async () => {
  const [link] = await linksTo(acme.email);
  await confirm(ines.client, link);
  const jonas = await florin.confirm(await florin.signUp('Jonas'));
  const viewer = await join(florin, ines, acme, { person: jonas, role: 'viewer' });
  await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [acme.id]);
  await florin.database.ownerPool.query('update email_confirmations set used_at = null where user_id = $1', [acme.id]);
  for (const client of [viewer, jonas.client])
    await expect(confirm(client, link)).rejects.toMatchObject(refusedWith('confirmation_of_another'));
  expect(await isConfirmed(ines, acme)).toBe(false);
  await confirm(actingClient(florin, ines.token, acme.handle), link);
  expect(await isConfirmed(ines, acme)).toBe(true);
});

test('an API key does not count as a session for a mailed link', async () => {
  const jonas = await florin.confirm(await florin.signUp('Jonas'));
  const { client } = await makeKey(florin, jonas.client);
  await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [jonas.user.id]);
  await florin.database.ownerPool.query('update email_confirmations set used_at = null where user_id = $1', [
    jonas.user.id,
  ]);
  const [link] = await linksTo(jonas.user.email);
  await expect(confirm(client, link)).rejects.toMatchObject(refusedWith('confirmation_needs_password'));
});

test("closing an account with another person's address keeps the invitations of the address owner", async () => {
  await confirm(ines.client, (await linksTo(acme.email))[0]);
  const invited = `accountant@${acme.handle}.example`;
  await actingClient(florin, ines.token, acme.handle).call(endpoints.invitePerson, {
    body: { email: invited, role: 'accountant' },
  });
  const token = await invitationTo(florin, invited);
  const { jonas, business } = await openAnother(invited);
  await actingClient(florin, jonas.token, business.handle).call(endpoints.closeBusiness, {
    body: { handle: business.handle },
  });
  const squatter = await florin.signUp('Mallory', invited);
  await squatter.client.call(endpoints.closeAccount, { body: { current_password: squatter.password } });
  const owner = await florin.confirm(await florin.signUp('Amara', invited));
  expect(await owner.client.call(endpoints.acceptBusinessInvitation, { body: { token } })).toMatchObject({
    handle: acme.handle,
  });
});

test('closing an account ends the invitations to its confirmed addresses', async () => {
  await confirm(ines.client, (await linksTo(acme.email))[0]);
  const jonas = await florin.confirm(await florin.signUp('Jonas'));
  const owner = actingClient(florin, ines.token, acme.handle);
  await owner.call(endpoints.invitePerson, { body: { email: jonas.user.email, role: 'viewer' } });
  await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
  expect((await owner.call(endpoints.listBusinessPeople)).invitations).toEqual([]);
});

test('a person can sign up with the unconfirmed address of a business', async () => {
  const [link] = await linksTo(acme.email);
  const owner = await florin.confirm(await florin.signUp('The owner', acme.email));
  const session = await florin.client.call(endpoints.login, { body: { email: acme.email, password: owner.password } });
  expect(session.user.id).toBe(owner.user.id);
  await expect(confirm(ines.client, link)).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  expect(await isConfirmed(ines, acme)).toBe(false);
});

test('only one of two businesses with the same address can confirm the address', async () => {
  const { jonas, business } = await openAnother(acme.email);
  const [first, second] = await linksTo(acme.email);
  const ended = await Promise.allSettled([confirm(ines.client, first), confirm(jonas.client, second)]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect([await isConfirmed(ines, acme), await isConfirmed(jonas, business)].filter(Boolean)).toEqual([true]);
});

test('money for the unconfirmed address of a business waits for the real owner of the address', async () => {
  const payer = await florin.confirm(await florin.signUpWith('50.00'));
  const sent = await payer.client.call(endpoints.sendMoney, { body: { recipient_email: acme.email, amount: '10.00' } });
  expect(sent).toMatchObject({ status: 'pending' });
  const owner = await florin.confirm(await florin.signUp('The owner', acme.email));
  expect((await owner.client.call(endpoints.me)).balances.usd_exact).toBe('10.00');
});

test('a business cannot be opened with the address of a person or the confirmed address of a business', async () => {
  await confirm(ines.client, (await linksTo(acme.email))[0]);
  for (const email of [acme.email, (await florin.signUp('New')).user.email])
    await expect(openAnother(email)).rejects.toMatchObject(refusedWith('email_taken'));
  await expect(florin.signUp('Late', acme.email)).rejects.toMatchObject(refusedWith('email_taken'));
});
