import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  actingClient,
  details,
  invitationTo,
  join,
  openBusiness,
  uploadDocument,
  verify,
} from '../../../test/business.ts';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const peopleOf = async (client: Client) =>
  (await client.call(endpoints.listBusinessPeople)).people.map(({ name, role }) => [name, role]);

describe('opening a business', () => {
  test('opening a business makes a verified person its owner, who acts for it with its own wallets', async () => {
    const ines = await florin.signUpWith('100.00', 'Ines');
    const { handle, email } = await openBusiness(florin, ines);
    const acme = actingClient(florin, ines.token, handle);
    expect(await acme.call(endpoints.me)).toMatchObject({
      name: 'Acme Bakery',
      email,
      kyc_level: 1,
      balances: { usd_exact: '0.00' },
      business: { handle, role: 'owner', person: { id: ines.user.id, name: 'Ines', email: ines.user.email } },
    });
    expect((await ines.client.call(endpoints.me)).balances.usd_exact).toBe('100.00');
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '50.00' } });
    expect((await acme.call(endpoints.me)).balances.usd_exact).toBe('50.00');
    await acme.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '10.00' } });
    expect((await acme.call(endpoints.listTransactions, { query: {} })).map((line) => line.amount_exact)).toEqual([
      '-10.20',
      '50.00',
    ]);
    expect(await ines.client.call(endpoints.listBusinesses)).toMatchObject([{ handle, state: 'draft', role: 'owner' }]);
  });

  test('opening a business is refused for unverified people, taken addresses and the house’s names', async () => {
    const ines = await florin.signUp('Ines');
    const open = (more: object) =>
      ines.client.call(endpoints.openBusiness, {
        body: { name: 'Acme', handle: 'acme-refused', email: 'pay@acme-refused.example', details, ...more },
      });
    await expect(open({})).rejects.toMatchObject(refusedWith('verification_required'));
    await verify(florin, ines);
    const { handle, email } = await openBusiness(florin, ines);
    await expect(open({ handle })).rejects.toMatchObject(refusedWith('handle_taken'));
    await expect(open({ email })).rejects.toMatchObject(refusedWith('email_taken'));
    await expect(open({ email: ines.user.email })).rejects.toMatchObject(refusedWith('email_taken'));
    await expect(open({ name: 'Florin Support' })).rejects.toMatchObject(refusedWith('invalid_request'));
    const owners = [
      { name: 'A', share: 60 },
      { name: 'B', share: 41 },
    ];
    await expect(open({ details: { ...details, owners } })).rejects.toMatchObject(refusedWith('invalid_request'));
  });

  test('a new business has no password to sign in with or to reset', async () => {
    const { email } = await openBusiness(florin, await florin.signUp());
    await expect(
      florin.client.call(endpoints.login, { body: { email, password: 'correct horse battery' } }),
    ).rejects.toMatchObject(refusedWith('bad_credentials'));
    await florin.client.call(endpoints.forgotPassword, { body: { email } });
    const { rows } = await florin.database.ownerPool.query(
      'select from password_resets r join users u on u.id = r.user_id where u.email = $1',
      [email],
    );
    expect(rows).toEqual([]);
  });
});

describe('verification', () => {
  test('an operator outside a business decides once about its verification, in the state that the operator saw', async () => {
    const [ines, olu] = [await florin.signUp('Ines'), await operator(florin)];
    const { id, handle } = await openBusiness(florin, ines);
    const acme = actingClient(florin, ines.token, handle);
    await expect(acme.call(endpoints.submitBusiness)).rejects.toMatchObject(refusedWith('verification_incomplete'));
    await uploadDocument(florin, ines, handle);
    const { submitted_at: first } = await acme.call(endpoints.submitBusiness);
    await expect(acme.call(endpoints.changeBusiness, { body: details })).rejects.toMatchObject(
      refusedWith('verification_closed'),
    );
    const [found] = (await olu.client.call(endpoints.listBusinessCases)).filter((one) => one.id === id);
    expect(found).toMatchObject({ name: 'Acme Bakery', details, files: [{ kind: 'registration' }] });
    const file = await olu.client.open(endpoints.viewBusinessFile, {
      params: { id, fileId: found?.files[0]?.id ?? '' },
    });
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    const decide = (decision: 'verified' | 'needs_more', more: object) =>
      olu.client.call(endpoints.decideBusinessCase, {
        params: { id },
        body: { decision, submitted_at: first ?? '', ...more },
      });
    await expect(decide('needs_more', {})).rejects.toMatchObject(refusedWith('invalid_request'));
    await decide('needs_more', { reason: 'The document is cut off.' });
    expect(await acme.call(endpoints.getBusiness)).toMatchObject({
      state: 'needs_more',
      reason: 'The document is cut off.',
    });
    const { submitted_at: second } = await acme.call(endpoints.submitBusiness);
    await expect(decide('verified', {})).rejects.toMatchObject(refusedWith('case_decided'));
    await decide('verified', { submitted_at: second });
    expect(await acme.call(endpoints.me)).toMatchObject({ kyc_level: 2, verified: true });
    await expect(decide('verified', { submitted_at: second })).rejects.toMatchObject(refusedWith('case_decided'));
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [ines.user.id]);
    expect(await ines.client.call(endpoints.listBusinessCases)).not.toContainEqual(expect.objectContaining({ id }));
  });
});

describe('people', () => {
  test('an invitation to a business works once, for the invited address only', async () => {
    const [ines, jonas, mallory] = [await florin.signUp('Ines'), await florin.signUp('Jonas'), await florin.signUp()];
    const acme = await openBusiness(florin, ines);
    const owner = actingClient(florin, ines.token, acme.handle);
    await owner.call(endpoints.invitePerson, { body: { email: jonas.user.email, role: 'payer' } });
    const body = { token: await invitationTo(florin, jonas.user.email) };
    for (const call of [endpoints.lookUpBusinessInvitation, endpoints.acceptBusinessInvitation])
      await expect(mallory.client.call(call, { body })).rejects.toMatchObject(refusedWith('invitation_invalid'));
    expect(await jonas.client.call(endpoints.lookUpBusinessInvitation, { body })).toEqual({
      business: 'Acme Bakery',
      invited_by: 'Ines',
      email: jonas.user.email,
      role: 'payer',
    });
    const answers = await Promise.allSettled(
      Array.from({ length: 5 }, () => jonas.client.call(endpoints.acceptBusinessInvitation, { body })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await peopleOf(owner)).toEqual([
      ['Ines', 'owner'],
      ['Jonas', 'payer'],
    ]);
    await expect(
      owner.call(endpoints.invitePerson, { body: { email: jonas.user.email, role: 'viewer' } }),
    ).rejects.toMatchObject(refusedWith('already_in_business'));
    await owner.call(endpoints.invitePerson, { body: { email: mallory.user.email, role: 'viewer' } });
    const { invitations } = await owner.call(endpoints.listBusinessPeople);
    await owner.call(endpoints.revokeInvitation, { params: { id: invitations[0]?.id ?? '' } });
    const revoked = { token: await invitationTo(florin, mallory.user.email) };
    await expect(mallory.client.call(endpoints.acceptBusinessInvitation, { body: revoked })).rejects.toMatchObject(
      refusedWith('invitation_invalid'),
    );
  });

  test('a removed person has no access to the business from the next request on, on every node', async () => {
    const [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
    const acme = await openBusiness(florin, ines);
    const payer = await join(florin, ines, acme, { person: jonas, role: 'payer' });
    const other = await startSecondNode(florin);
    const elsewhere = actingClient(other, jonas.token, acme.handle);
    expect(await elsewhere.call(endpoints.me)).toMatchObject({ business: { role: 'payer' } });
    const owner = actingClient(florin, ines.token, acme.handle);
    const params = { id: jonas.user.id };
    await owner.call(endpoints.changePersonRole, { params, body: { role: 'viewer' } });
    expect(await elsewhere.call(endpoints.me)).toMatchObject({ business: { role: 'viewer' } });
    await owner.call(endpoints.removePerson, { params });
    for (const client of [elsewhere, payer])
      await expect(client.call(endpoints.me)).rejects.toMatchObject(refusedWith('business_not_found'));
    expect(await jonas.client.call(endpoints.listBusinesses)).toEqual([]);
    await other.close();
  });

  test('only owners add and remove owners, and the last owner stays', async () => {
    const [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
    const acme = await openBusiness(florin, ines);
    const owner = actingClient(florin, ines.token, acme.handle);
    const admin = await join(florin, ines, acme, { person: jonas, role: 'admin' });
    const [own, theirs] = [{ id: ines.user.id }, { id: jonas.user.id }];
    await expect(
      admin.call(endpoints.changePersonRole, { params: theirs, body: { role: 'owner' } }),
    ).rejects.toMatchObject(refusedWith('role_not_allowed'));
    await expect(admin.call(endpoints.removePerson, { params: own })).rejects.toMatchObject(
      refusedWith('role_not_allowed'),
    );
    await expect(owner.call(endpoints.removePerson, { params: own })).rejects.toMatchObject(refusedWith('last_owner'));
    await expect(
      ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } }),
    ).rejects.toMatchObject(refusedWith('account_not_empty'));
    await owner.call(endpoints.changePersonRole, { params: theirs, body: { role: 'owner' } });
    const leaving = [
      owner.call(endpoints.removePerson, { params: own }),
      admin.call(endpoints.removePerson, { params: theirs }),
    ];
    const ended = await Promise.allSettled(leaving);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a closed account and a frozen account cannot act for a business', async () => {
    const [ines, jonas, lea] = [await florin.signUp('Ines'), await florin.signUp('Jonas'), await florin.signUp('Lea')];
    const acme = await openBusiness(florin, ines);
    const [payer, viewer] = [
      await join(florin, ines, acme, { person: jonas, role: 'payer' }),
      await join(florin, ines, acme, { person: lea, role: 'viewer' }),
    ];
    await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
    const olu = await operator(florin);
    await olu.client.call(endpoints.freezeUser, { params: { id: lea.user.id }, body: { reason: 'Reported' } });
    for (const client of [payer, viewer])
      await expect(client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    const owner = actingClient(florin, ines.token, acme.handle);
    expect(await peopleOf(owner)).toEqual([
      ['Ines', 'owner'],
      ['Lea', 'viewer'],
    ]);
    expect((await owner.call(endpoints.listBusinessActs)).map(({ did }) => did)).toContain(
      'Left the business with the account',
    );
  });
});

test('strangers, unknown names and malformed names cannot reach a business', async () => {
  const [ines, mallory] = [await florin.signUp('Ines'), await florin.signUp()];
  const { handle } = await openBusiness(florin, ines);
  for (const name of [handle, 'nobody-has-this', 'x'])
    await expect(actingClient(florin, mallory.token, name).call(endpoints.me)).rejects.toMatchObject(
      refusedWith('business_not_found'),
    );
  const { statusCode } = await florin.app.http.inject({
    url: '/api/auth/me',
    headers: { authorization: `Bearer ${ines.token}`, 'florin-account': `${handle} x' or true` },
  });
  expect(statusCode).toBe(404);
});
