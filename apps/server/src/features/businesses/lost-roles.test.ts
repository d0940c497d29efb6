import { randomUUID } from 'node:crypto';
import { endpoints, type BusinessRole, type Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blockedStatements } from '../../../test/blocked-statements.ts';
import { actingClient, invitationTo, join, openBusiness, type TestBusiness } from '../../../test/business.ts';
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

/**
 * Makes a call while a transaction changes the people of the business. The transaction commits once the call waits for
 * it.
 */
async function duringChange(sql: string, person: TestMember, call: () => Promise<unknown>) {
  const { ownerPool } = florin.database;
  const tx = await ownerPool.connect();
  await tx.query('begin');
  await tx.query('select from businesses where id = $1 for update', [acme.id]);
  await tx.query(sql, [acme.id, person.user.id]);
  let isOver = false;
  const outcome = Promise.allSettled([call()]).finally(() => (isOver = true));
  await expect.poll(async () => isOver || (await blockedStatements(florin.database)) === 1).toBe(true);
  await tx.query('commit');
  tx.release();
  return (await outcome)[0];
}

const demotion = `update business_people set role = 'viewer' where business_id = $1 and person_id = $2`;

const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['cannot invite', () => admin.call(endpoints.invitePerson, { body: { email: 'new@acme.example', role: 'admin' } })],
  ['cannot change rules', () => admin.call(endpoints.changePaymentRules, { body: { rules: [], version: 0 } })],
  [
    'cannot revoke an invitation',
    async () => {
      const { invitations } = await owner.call(endpoints.listBusinessPeople);
      return admin.call(endpoints.revokeInvitation, { params: { id: invitations[0]?.id ?? '' } });
    },
  ],
];

test.each(calls)('a person who loses the role during the call %s', async (_, call) => {
  await owner.call(endpoints.invitePerson, { body: { email: 'lea@acme.example', role: 'viewer' } });
  const outcome = await duringChange(demotion, jonas, call);
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('role_not_allowed') });
  expect((await owner.call(endpoints.listBusinessPeople)).invitations.map(({ email }) => email)).toEqual([
    'lea@acme.example',
  ]);
  expect((await owner.call(endpoints.getPaymentRules)).version).toBe(0);
});

test('an owner whose last fellow owner leaves during the call cannot close the account', async () => {
  await owner.call(endpoints.changePersonRole, { params: { id: jonas.user.id }, body: { role: 'owner' } });
  const leaving = 'delete from business_people where business_id = $1 and person_id = $2';
  const outcome = await duringChange(leaving, jonas, () =>
    ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } }),
  );
  expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('account_not_empty') });
  expect(await owner.call(endpoints.me)).toMatchObject({ business: { role: 'owner' } });
});

describe('an open invitation', () => {
  const lea = 'lea@acme.example';
  const params = () => ({ id: jonas.user.id });
  const invite = (client: Client, role: BusinessRole) =>
    client.call(endpoints.invitePerson, { body: { email: lea, role } });
  const openOnes = async () =>
    (await owner.call(endpoints.listBusinessPeople)).invitations.map(({ email, role }) => [email, role]);
  const changeRole = (role: BusinessRole) =>
    owner.call(endpoints.changePersonRole, { params: params(), body: { role } });
  const accept = async (token: string) => {
    const guest = await florin.signUp('Lea', `${randomUUID()}@acme.example`);
    await florin.database.ownerPool.query('update business_invitations set email = $2 where business_id = $1', [
      acme.id,
      guest.user.email,
    ]);
    return guest.client.call(endpoints.acceptBusinessInvitation, { body: { token } });
  };

  test.each([
    ['is removed', async () => owner.call(endpoints.removePerson, { params: params() })],
    ['leaves', async () => admin.call(endpoints.removePerson, { params: params() })],
    ['gets a smaller role', async () => changeRole('payer')],
    [
      'closes the account',
      async () => jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } }),
    ],
    ['resets the password by mail', async () => resetPassword(florin, jonas)],
  ])('an open invitation ends when the person who made it %s', async (_, change) => {
    await invite(admin, 'admin');
    const token = await invitationTo(florin, lea);
    await change();
    expect(await openOnes()).toEqual([]);
    const revoked = { did: 'Revoked an invitation', about: lea };
    expect(await owner.call(endpoints.listBusinessActs)).toContainEqual(expect.objectContaining(revoked));
    await expect(accept(token)).rejects.toMatchObject(refusedWith('invitation_invalid'));
  });

  test('an open invitation stays when another person loses a role, or its maker can still give its role', async () => {
    await changeRole('owner');
    await invite(admin, 'admin');
    await changeRole('admin');
    expect(await openOnes()).toEqual([[lea, 'admin']]);
    await invite(owner, 'viewer');
    await changeRole('viewer');
    expect(await openOnes()).toEqual([[lea, 'viewer']]);
  });

  test('an invitation of an owner ends when the owner who made it becomes an admin', async () => {
    await changeRole('owner');
    await invite(admin, 'owner');
    await changeRole('admin');
    expect(await openOnes()).toEqual([]);
  });

  test('an invitation does not work while the person who made it is frozen', async () => {
    await invite(admin, 'admin');
    const token = await invitationTo(florin, lea);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [jonas.user.id]);
    await expect(accept(token)).rejects.toMatchObject(refusedWith('invitation_invalid'));
  });
});
