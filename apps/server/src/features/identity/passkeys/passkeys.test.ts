import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { resetPassword } from '../../../../test/reset-password.ts';
import { softwarePasskey, type Answering } from '../../../../test/software-passkey.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { wholeScans } from '../../../../test/whole-scans.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { takeChallenge } from './challenges.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => florin.close());

const here = { origin: 'http://localhost:3000' };
const rejected = refusedWith('passkey_refused');

type Passkey = ReturnType<typeof softwarePasskey>;

const startAdding = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.beginPasskey, { body: { current_password: current } });

async function addPasskey(member: TestMember, key: Passkey = softwarePasskey(), answering: Answering = here) {
  const { challenge_id, options } = await startAdding(member);
  const body = { challenge_id, name: ' My laptop ', response: key.make(options, answering) };
  return { key, body, passkey: await member.client.call(endpoints.addPasskey, { body }) };
}

const remove = ({ client, password }: TestMember, id: string, current = password) =>
  client.call(endpoints.removePasskey, { params: { id }, body: { current_password: current } });

async function answer(key: Passkey, answering: Answering = here) {
  const { challenge_id, options } = await florin.client.call(endpoints.getPasskeyChallenge);
  return { challenge_id, response: key.show(options, answering) };
}

const signIn = (body: Awaited<ReturnType<typeof answer>> & { remember?: boolean }) =>
  florin.client.call(endpoints.signInByPasskey, { body });

describe('adding a passkey', () => {
  test('a new passkey is discoverable, verifies its user and has a name', async () => {
    const ines = await florin.signUp();
    const { options } = await startAdding(ines);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Florin' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { passkey } = await addPasskey(ines);
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'My laptop',
      created_at: expect.any(String),
      last_used_at: null,
      recovery_codes: expect.any(Array),
    });
    const { recovery_codes: _, ...shown } = passkey;
    expect((await ines.client.call(endpoints.getSecurity)).passkeys).toEqual([shown]);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
    expect(mails.map(({ subject }) => subject)).toContain('Passkey added');
  });

  test('adding a passkey needs the current password', async () => {
    await expect(startAdding(await florin.signUp(), 'wrong')).rejects.toMatchObject(refusedWith('bad_credentials'));
  });

  test.each([
    ['for another origin', { origin: 'https://florin.evil.example' }],
    ['for another host', { ...here, rpId: 'evil.example' }],
    ['without user verification', { ...here, verified: false }],
  ])('rejects a new passkey %s', async (_, answering) => {
    await expect(addPasskey(await florin.signUp(), softwarePasskey(), answering)).rejects.toMatchObject(rejected);
  });

  test('rejects a new passkey that is repeated, expired, malformed, or from another member', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { key, body } = await addPasskey(ines);
    await expect(ines.client.call(endpoints.addPasskey, { body })).rejects.toMatchObject(rejected);
    await expect(addPasskey(jonas, key)).rejects.toMatchObject(rejected); // the same credential again
    const { challenge_id, options } = await startAdding(ines);
    const response = softwarePasskey().make(options, here);
    await expect(
      jonas.client.call(endpoints.addPasskey, { body: { challenge_id, name: 'His', response } }),
    ).rejects.toMatchObject(rejected);
    await florin.database.ownerPool.query('update passkey_challenges set expires_at = now()');
    await expect(
      ines.client.call(endpoints.addPasskey, { body: { challenge_id, name: 'Late', response } }),
    ).rejects.toMatchObject(rejected);
    const another = await startAdding(ines);
    await expect(
      ines.client.call(endpoints.addPasskey, {
        body: { challenge_id: another.challenge_id, name: 'Nothing', response: { id: 1 } },
      }),
    ).rejects.toMatchObject(rejected);
  });
});

test('an account can have twenty passkeys, even when several are added in parallel', async () => {
  const ines = await florin.signUp();
  await florin.database.ownerPool.query(
    `with shown as (update sessions set factor_at = now() where user_id = $1)
     insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     select gen_random_uuid(), $1, 'credential' || n, '', 0, '{}', 'One of many' from generate_series(1, 19) n`,
    [ines.user.id],
  );
  const both = await Promise.allSettled(
    [await startAdding(ines), await startAdding(ines)].map(({ challenge_id, options }) => {
      const body = { challenge_id, name: 'Another', response: softwarePasskey().make(options, here) };
      return ines.client.call(endpoints.addPasskey, { body });
    }),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(rejected);
  await expect(startAdding(ines)).rejects.toMatchObject(rejected);
});

describe('a password reset by mail', () => {
  test('a password reset by mail removes the passkeys of an unconfirmed account', async () => {
    const mallory = await florin.signUp();
    await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [
      mallory.user.id,
    ]);
    const { key } = await addPasskey(mallory);
    await resetPassword(florin, mallory); // by the owner of the address
    await expect(signIn(await answer(key))).rejects.toMatchObject(rejected);
  });
});

describe('signing in with a passkey', () => {
  test('a passkey signs in with both factors and without an email address', async () => {
    const ines = await florin.signUp();
    await turnOnTwoFactor(ines);
    const { key } = await addPasskey(ines);
    const { token, user } = await signIn(await answer(key));
    expect(user.id).toBe(ines.user.id);
    const renewing = { body: { current_password: ines.password } };
    await florin.clientOf(token).call(endpoints.renewRecoveryCodes, renewing); // needs a second factor
    const [passkey] = (await ines.client.call(endpoints.getSecurity)).passkeys;
    expect(passkey?.last_used_at).toEqual(expect.any(String));
  });

  test('a passkey answer works once, even in parallel, and within five minutes', async () => {
    const { key } = await addPasskey(await florin.signUp());
    const body = await answer(key);
    const many = await Promise.allSettled([1, 2, 3].map(() => signIn(body)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signIn(body)).rejects.toMatchObject(rejected);
    const late = await answer(key);
    const { rows } = await florin.database.ownerPool.query(
      'select extract(epoch from expires_at - now())::float8 / 60 as minutes from passkey_challenges where id = $1',
      [late.challenge_id],
    );
    expect(rows).toEqual([{ minutes: expect.closeTo(5, 0) }]);
    await florin.database.ownerPool.query('update passkey_challenges set expires_at = now()');
    await expect(signIn(late)).rejects.toMatchObject(rejected);
  });

  test('rejects a passkey answer to an unknown challenge', async () => {
    const { key } = await addPasskey(await florin.signUp());
    const body = await answer(key);
    for (const challenge_id of ['none', '1', '00000000-0000-4000-8000-000000000000'])
      await expect(signIn({ ...body, challenge_id })).rejects.toMatchObject(rejected);
  });

  test('taking a challenge uses its primary key and scans no table', async () => {
    const { challenge_id } = await answer(softwarePasskey());
    const take = (tx: Queryable) => takeChallenge(tx, challenge_id);
    expect(await wholeScans(florin.database.ownerPool, 'passkey_challenges', take)).toBe(0);
  });

  test('rejects a counter that does not grow, because it comes from a copied key', async () => {
    const { key } = await addPasskey(await florin.signUp(), softwarePasskey(), { ...here, counter: 1 });
    await signIn(await answer(key, { ...here, counter: 5 }));
    await expect(signIn(await answer(key, { ...here, counter: 5 }))).rejects.toMatchObject(rejected);
    await expect(signIn(await answer(key, { ...here, counter: 0 }))).rejects.toMatchObject(rejected);
    await signIn(await answer(key, { ...here, counter: 6 }));
  });

  test.each([
    ['from another origin', { origin: 'https://florin.evil.example' }],
    ['for another host', { ...here, rpId: 'evil.example' }],
    ['without user verification', { ...here, verified: false }],
  ])('rejects a passkey answer %s', async (_, answering) => {
    const { key } = await addPasskey(await florin.signUp());
    await expect(signIn(await answer(key, answering))).rejects.toMatchObject(rejected);
  });

  test('rejects an unknown or removed passkey and a passkey of a frozen account', async () => {
    await expect(signIn(await answer(softwarePasskey()))).rejects.toMatchObject(rejected);
    const ines = await florin.signUp();
    const { key, passkey } = await addPasskey(ines);
    const { key: other } = await addPasskey(ines);
    await remove(ines, passkey.id);
    await expect(signIn(await answer(key))).rejects.toMatchObject(rejected);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await expect(signIn(await answer(other))).rejects.toMatchObject(rejected);
  });

  test.each([
    ['removing the passkey', 'delete from passkeys where user_id = $1'],
    ['freezing the account', 'update users set disabled_at = now() where id = $1'],
    ['a password reset by mail', 'update passkeys set review_since = now() where user_id = $1'],
  ])('a passkey sign-in that races with %s opens no session', async (_, statement) => {
    const ines = await florin.signUp();
    const { key } = await addPasskey(ines);
    const body = await answer(key);
    const meanwhile = (tx: Queryable) => tx.query(statement, [ines.user.id]);
    const outcome = await overtaken(florin, ines.user.id, () => signIn(body), meanwhile);
    expect(outcome).toMatchObject({ status: 'rejected', reason: rejected });
    const { rows } = await florin.database.ownerPool.query('select from sessions where user_id = $1', [ines.user.id]);
    expect(rows).toHaveLength(1); // the session from sign-up
  });

  test('rejects a signature from another key under this credential’s id', async () => {
    const { key } = await addPasskey(await florin.signUp());
    const { challenge_id, response } = await answer(softwarePasskey());
    const forged = { ...response, id: key.credentialId, rawId: key.credentialId };
    await expect(signIn({ challenge_id, response: forged })).rejects.toMatchObject(rejected);
  });
});

describe('a step-up with a passkey', () => {
  const stepUp = async ({ client }: TestMember, key: Passkey) =>
    client.call(endpoints.stepUpByPasskey, { body: await answer(key) });

  test('a step-up with a passkey allows calls that need a second factor', async () => {
    const ines = await florin.signUp();
    const { key } = await addPasskey(ines);
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    const body = { current_password: ines.password };
    const renew = () => ines.client.call(endpoints.renewRecoveryCodes, { body });
    await expect(renew()).rejects.toMatchObject(refusedWith('second_factor_required'));
    await stepUp(ines, key);
    await renew();
  });

  test('rejects a step-up with another member’s passkey', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { key } = await addPasskey(jonas);
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    await expect(stepUp(ines, key)).rejects.toMatchObject(rejected);
    const body = { current_password: ines.password };
    await expect(ines.client.call(endpoints.turnOffTwoFactor, { body })).rejects.toMatchObject(
      refusedWith('second_factor_required'),
    );
  });
});

test('a member cannot remove another member’s passkey', async () => {
  const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
  const { passkey } = await addPasskey(jonas);
  await expect(remove(ines, passkey.id)).rejects.toMatchObject(refusedWith('passkey_not_found'));
});

test('removing a passkey needs the current password', async () => {
  const ines = await florin.signUp();
  const { passkey } = await addPasskey(ines);
  await expect(remove(ines, passkey.id, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
  expect((await ines.client.call(endpoints.getSecurity)).passkeys).toHaveLength(1);
  await remove(ines, passkey.id);
  expect((await ines.client.call(endpoints.getSecurity)).passkeys).toEqual([]);
});

describe('a sandbox with an IP address as its public URL', () => {
  test('a sandbox with an IP address offers passkeys only at localhost and links to localhost', async () => {
    const numbered = await createTestApp({ PUBLIC_URL: 'http://127.0.0.1:3000', FLORIN_RATE_LIMITS: 'on' });
    const challenge = async (host: string) => {
      const answered = await numbered.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.getPasskeyChallenge.path}`,
        headers: { host },
      });
      return answered.json<{ options?: { rpId: string }; code?: string; detail?: string }>();
    };
    expect((await challenge('localhost:3000')).options?.rpId).toBe('localhost');
    expect(await challenge('127.0.0.1:3000')).toMatchObject({
      code: 'passkey_refused',
      detail: expect.stringContaining('http://localhost:3000'),
    });
    for (const host of ['evil.example', 'localhost.evil.example:3000'])
      expect((await challenge(host)).options).toBeUndefined();
    for (let i = 1; i < 60; i++) await challenge('localhost:3000');
    expect(await challenge('localhost:3000')).toMatchObject({ code: 'too_many_requests' });
    await numbered.close();
  });
});
