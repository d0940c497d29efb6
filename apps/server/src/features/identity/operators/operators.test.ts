import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { setRole } from '../index.ts';

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  olu = await operator('Olu Adeyemi');
  ines = await florin.signUpWith('300.00', 'Ines Almeida');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

async function operator(name: string): Promise<TestMember> {
  const member = await florin.signUp(name);
  await setRole(florin.database.pool, member.user.id, 'operator', { operator: 'command line' });
  return member;
}
const find = (q?: string) => olu.client.call(endpoints.findUsers, { body: q === undefined ? {} : { q } });
const freeze = (id: string, by = olu) =>
  by.client.call(endpoints.freezeUser, { params: { id }, body: { reason: 'Reported as stolen' } });
const unfreeze = (id: string) => olu.client.call(endpoints.unfreezeUser, { params: { id } });
const endSessions = (id: string) => olu.client.call(endpoints.endUserSessions, { params: { id } });
const signIn = ({ user, password }: TestMember) =>
  florin.client.call(endpoints.login, { body: { email: user.email, password } });
const me = ({ client }: Pick<TestMember, 'client'>) => client.call(endpoints.me);
const lastAct = async () => (await olu.client.call(endpoints.listOperatorActs, { query: {} }))[0];
const close = (id: string) =>
  florin.database.ownerPool.query('update users set closed_at = now(), disabled_at = now() where id = $1', [id]);
const manyMembers = (count: number, inAddress = '') =>
  florin.database.ownerPool.query(
    `insert into users (id, email, name, password_hash)
     select uuidv7(), 'many' || n || $2 || '@florin.example', 'One of many', '' from generate_series(1, $1::int) n`,
    [count, inAddress],
  );
const deleteManyMembers = () => florin.database.ownerPool.query(`delete from users where name = 'One of many'`);

describe('finding members', () => {
  test('finds members by a part of the name or address, in any case', async () => {
    expect((await find('nes alm')).map(({ id }) => id)).toEqual([ines.user.id]);
    expect((await find('INES')).map(({ id }) => id)).toEqual([ines.user.id]);
    const [begin = ''] = ines.user.email.split('@');
    expect(await find(begin.slice(2).toUpperCase())).toMatchObject([{ id: ines.user.id, name: 'Ines Almeida' }]);
  });

  // Rules: security-30
  test('a search treats wildcards and SQL as plain text', async () => {
    for (const typed of ['%', '_nes', 'Ines\\', "' or 1=1 --"]) expect(await find(typed)).toEqual([]);
  });

  test('rejects a search with a null character', async () => {
    await expect(find('a\0b')).rejects.toMatchObject(refusedWith('malformed_body'));
  });

  test('finds a member by the reference of a posted or pending transaction', async () => {
    const [added] = await ines.client.call(endpoints.listTransactions, { query: {} });
    const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const body = { amount: '20.44', payment_method_id: bank.id };
    const waiting = await ines.client.call(endpoints.withdraw, { body });
    for (const { id } of [added ?? waiting, waiting]) {
      await manyMembers(51, id); // newer members whose addresses contain the reference
      expect((await find(id))[0]?.id).toBe(ines.user.id);
      await deleteManyMembers();
    }
    expect(await find('h1')).toEqual([]);
    expect(await find('-16-1')).toEqual([]);
    await ines.client.call(endpoints.cancelTransaction, { params: { id: waiting.id } });
  });

  test('a found member shows the account’s state and the wallets’ value in dollars', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const body = { amount: '100.00', currency: 'EUR' as const, payment_method_id: card?.id ?? '' };
    await ines.client.call(endpoints.addFunds, { body });
    await signIn(ines);
    expect(await find('Ines Almeida')).toEqual([
      {
        id: ines.user.id,
        name: 'Ines Almeida',
        email: ines.user.email,
        email_confirmed: true,
        level: 1,
        plan: 'personal',
        role: 'member',
        fiat_usd: 409,
        fiat_usd_exact: '409.00',
        last_seen_at: expect.any(String),
        sessions: 2,
        state: 'open',
        has_factor: false,
        created_at: expect.any(String),
      },
    ]);
  });

  test('a search without a query returns the fifty newest members', async () => {
    for (let nth = 0; nth < 3; nth++) await florin.signUp(`Newcomer ${nth}`);
    expect((await find()).slice(0, 3).map(({ name }) => name)).toEqual(['Newcomer 2', 'Newcomer 1', 'Newcomer 0']);
    await manyMembers(60);
    expect(await find()).toHaveLength(50);
    expect(await find('One of many')).toHaveLength(50);
    await deleteManyMembers();
  });
});

// Rules: identity-10
test('the audit trail records a search by kind and digest, without its text', async () => {
  const searched = async (q: string) => {
    await find(q);
    const { did = '', on = '', who } = (await lastAct()) ?? {};
    return { did, on, who };
  };
  const byName = await searched('Almeida');
  expect(byName).toEqual({
    who: olu.user.email,
    did: 'Searched members',
    on: expect.stringMatching(/^a part of a name or address, 1 found, text [\da-f]{16}$/),
  });
  expect((await searched(ines.user.email)).on).toMatch(/^an address, 1 found, /);
  expect((await searched('h2')).on).toMatch(/^a reference, 0 found, /);
  const acts = await olu.client.call(endpoints.listOperatorActs, { query: {} });
  const searches = acts.filter(({ did }) => did === 'Searched members');
  for (const { on } of searches) expect(on).not.toMatch(/Almeida|@/);
  await find('almeida');
  expect((await lastAct())?.on, 'the same text in another case is already recorded').toMatch(/^a reference/);
});

// Rules: identity-10
test('the audit trail records each viewed list of members once an hour', async () => {
  const hana = await operator('Hana Sato');
  const viewLists = async () => {
    for (const list of [endpoints.listKycCases, endpoints.listBankOrders, endpoints.listProposals])
      await hana.client.call(list);
    await hana.client.call(endpoints.findUsers, { body: {} });
  };
  const recordedViews = async () =>
    (await hana.client.call(endpoints.listOperatorActs, { query: {} }))
      .filter(({ who }) => who === hana.user.email)
      .map(({ did }) => did);
  await viewLists();
  await viewLists();
  const expectedActs = [
    'Viewed waiting identity checks',
    'Viewed pending orders',
    'Viewed proposals',
    'Viewed the newest members',
  ];
  expect((await recordedViews()).toReversed()).toEqual(expectedActs);
});

describe('freezing an account', () => {
  // Rules: security-12
  test('freezing ends the account’s sessions and blocks sign-ins until it is unfrozen', async () => {
    const hana = await florin.signUp('Hana Sato');
    expect(await freeze(hana.user.id)).toMatchObject({ state: 'frozen', sessions: 0 });
    await expect(me(hana)).rejects.toMatchObject(refusedWith('not_signed_in'));
    await expect(signIn(hana)).rejects.toMatchObject(refusedWith('bad_credentials'));
    const { rows } = await florin.database.pool.query('select frozen_reason from users where id = $1', [hana.user.id]);
    expect(rows).toEqual([{ frozen_reason: 'Reported as stolen' }]);
    expect(await lastAct()).toMatchObject({
      who: olu.user.email,
      did: 'Froze the account',
      on: 'Hana Sato',
      ip: '127.0.0.1',
    });

    expect(await unfreeze(hana.user.id)).toMatchObject({ state: 'open', sessions: 0 });
    await expect(me(hana)).rejects.toMatchObject(refusedWith('not_signed_in'));
    const { token } = await signIn(hana);
    expect(await me({ client: florin.clientOf(token) })).toMatchObject({ name: 'Hana Sato' });
    expect(await lastAct()).toMatchObject({ did: 'Unfroze the account', on: 'Hana Sato' });
  });

  test('freezing during a sign-in leaves no session that becomes valid later', async () => {
    const tomas = await florin.signUp('Tomás Rivera');
    const signingIn = signIn(tomas).then(
      ({ token }) => token,
      () => 'no-token',
    );
    await freeze(tomas.user.id);
    const client = florin.clientOf(await signingIn);
    await unfreeze(tomas.user.id);
    await expect(me({ client })).rejects.toMatchObject(refusedWith('not_signed_in'));
  });

  test('rejects freezing the operator’s own account and closed or unknown accounts', async () => {
    await expect(freeze(olu.user.id)).rejects.toMatchObject(refusedWith('invalid_request'));
    expect(await me(olu)).toMatchObject({ role: 'operator' });
    const gone = await florin.signUp('Léa Moreau');
    await close(gone.user.id);
    for (const act of [freeze, unfreeze, endSessions])
      for (const id of [gone.user.id, 'unknown', '00000000-0000-7000-8000-000000000000'])
        await expect(act(id)).rejects.toMatchObject(refusedWith('user_not_found'));
    expect(await find('Léa')).toMatchObject([{ state: 'closed' }]);
    await expect(signIn(gone)).rejects.toMatchObject(refusedWith('bad_credentials'));
  });
});

test('ending all sessions signs a member out on all devices, and the member can sign in again', async () => {
  const jonas = await florin.signUp('Jonas Weber');
  const { token } = await signIn(jonas);
  expect(await endSessions(jonas.user.id)).toMatchObject({ sessions: 0, state: 'open' });
  for (const client of [jonas.client, florin.clientOf(token)])
    await expect(me({ client })).rejects.toMatchObject(refusedWith('not_signed_in'));
  await signIn(jonas);
  expect(await lastAct()).toMatchObject({ did: 'Ended all sessions', on: 'Jonas Weber' });
});

describe('the operator role', () => {
  test('a member cannot use the operator endpoints', async () => {
    const params = { id: olu.user.id };
    for (const call of [
      () => ines.client.call(endpoints.findUsers, { body: {} }),
      () => freeze(params.id, ines),
      () => ines.client.call(endpoints.unfreezeUser, { params }),
      () => ines.client.call(endpoints.endUserSessions, { params }),
    ])
      await expect(call()).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('revoking the operator role takes effect with the next request', async () => {
    const marta = await operator('Marta Weber');
    expect(await marta.client.call(endpoints.findUsers, { body: { q: 'Ines' } })).toHaveLength(1);
    await setRole(florin.database.pool, marta.user.id, 'member', { operator: 'command line' });
    await expect(marta.client.call(endpoints.findUsers, { body: {} })).rejects.toMatchObject(refusedWith('not_found'));
    expect(await me(marta)).toMatchObject({ role: 'member' });
    expect(await lastAct()).toMatchObject({
      who: 'command line',
      did: 'Revoked the operator role',
      on: 'Marta Weber',
      ip: null,
    });
  });
});
