import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../test/overtaken.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { softwarePasskey, type Answering } from '../../../../test/software-passkey.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { wholeScans } from '../../../../test/whole-scans.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { mailPasswordResets } from '../password/forgot-password.ts';
import { takeChallenge } from './challenges.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => florin.close());

const here = { origin: 'http://localhost:3000' };
const refused = refusedWith('passkey_refused');

type Passkey = ReturnType<typeof softwarePasskey>;

const begin = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.beginPasskey, { body: { current_password: current } });

async function make(member: TestMember, key: Passkey = softwarePasskey(), answering: Answering = here) {
  const { challenge_id, options } = await begin(member);
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

describe('making a passkey', () => {
  test('asks for one that is found without an address and shows who uses it, and keeps it under a name', async () => {
    const ines = await florin.signUp();
    const { options } = await begin(ines);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Florin' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { passkey } = await make(ines);
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
    expect(mails.map(({ subject }) => subject)).toContain('A passkey was added');
  });

  test('takes the current password', async () => {
    await expect(begin(await florin.signUp(), 'wrong')).rejects.toMatchObject(refusedWith('bad_credentials'));
  });

  test.each([
    ['for another page', { origin: 'https://florin.evil.example' }],
    ['for another host', { ...here, rpId: 'evil.example' }],
    ['without showing who uses it', { ...here, verified: false }],
  ])('is refused %s', async (_, answering) => {
    await expect(make(await florin.signUp(), softwarePasskey(), answering)).rejects.toMatchObject(refused);
  });

  test('is refused twice, late, for another member, and for what is no passkey', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { key, body } = await make(ines);
    await expect(ines.client.call(endpoints.addPasskey, { body })).rejects.toMatchObject(refused);
    await expect(make(jonas, key)).rejects.toMatchObject(refused); // the same credential
    const { challenge_id, options } = await begin(ines);
    const response = softwarePasskey().make(options, here);
    await expect(
      jonas.client.call(endpoints.addPasskey, { body: { challenge_id, name: 'His', response } }),
    ).rejects.toMatchObject(refused);
    await florin.database.ownerPool.query('update passkey_challenges set expires_at = now()');
    await expect(
      ines.client.call(endpoints.addPasskey, { body: { challenge_id, name: 'Late', response } }),
    ).rejects.toMatchObject(refused);
    const another = await begin(ines);
    await expect(
      ines.client.call(endpoints.addPasskey, {
        body: { challenge_id: another.challenge_id, name: 'Nothing', response: { id: 1 } },
      }),
    ).rejects.toMatchObject(refused);
  });
});

test('there are twenty at most, also of several that were begun at once', async () => {
  const ines = await florin.signUp();
  await florin.database.ownerPool.query(
    `with shown as (update sessions set factor_at = now() where user_id = $1)
     insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
     select gen_random_uuid(), $1, 'credential' || n, '', 0, '{}', 'One of many' from generate_series(1, 19) n`,
    [ines.user.id],
  );
  const both = await Promise.allSettled(
    [await begin(ines), await begin(ines)].map(({ challenge_id, options }) => {
      const body = { challenge_id, name: 'Another', response: softwarePasskey().make(options, here) };
      return ines.client.call(endpoints.addPasskey, { body });
    }),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(refused);
  await expect(begin(ines)).rejects.toMatchObject(refused);
});

describe('a password that is reset by mail', () => {
  async function reset({ user }: TestMember) {
    await florin.client.call(endpoints.forgotPassword, { body: { email: user.email } });
    await mailPasswordResets(florin.app.dependencies);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
    const token = mails.find(({ link }) => link?.includes('/reset-password#'))?.link?.split('#')[1] ?? '';
    await florin.client.call(endpoints.resetPassword, { body: { token, password: 'a fresh and longer one' } });
  }

  test('leaves no passkey of whoever opened the account with an address that was never shown to be theirs', async () => {
    const mallory = await florin.signUp();
    await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [
      mallory.user.id,
    ]);
    const { key } = await make(mallory);
    await reset(mallory); // by whom the address belongs to
    await expect(signIn(await answer(key))).rejects.toMatchObject(refused);
  });
});

describe('signing in with a passkey', () => {
  test('opens a session that has shown both factors, and needs no address', async () => {
    const ines = await florin.signUp();
    await turnOnTwoFactor(ines);
    const { key } = await make(ines);
    const { token, user } = await signIn(await answer(key));
    expect(user.id).toBe(ines.user.id);
    const renewing = { body: { current_password: ines.password } };
    await florin.clientOf(token).call(endpoints.renewRecoveryCodes, renewing); // asks for a second factor
    const [passkey] = (await ines.client.call(endpoints.getSecurity)).passkeys;
    expect(passkey?.last_used_at).toEqual(expect.any(String));
  });

  test('an answer is good once, also at the same moment, and for five minutes', async () => {
    const { key } = await make(await florin.signUp());
    const body = await answer(key);
    const many = await Promise.allSettled([1, 2, 3].map(() => signIn(body)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(signIn(body)).rejects.toMatchObject(refused);
    const late = await answer(key);
    const { rows } = await florin.database.ownerPool.query(
      'select extract(epoch from expires_at - now())::float8 / 60 as minutes from passkey_challenges where id = $1',
      [late.challenge_id],
    );
    expect(rows).toEqual([{ minutes: expect.closeTo(5, 0) }]);
    await florin.database.ownerPool.query('update passkey_challenges set expires_at = now()');
    await expect(signIn(late)).rejects.toMatchObject(refused);
  });

  test('an answer to a challenge that nobody was given is refused, whatever it is called', async () => {
    const { key } = await make(await florin.signUp());
    const body = await answer(key);
    for (const challenge_id of ['none', '1', '00000000-0000-4000-8000-000000000000'])
      await expect(signIn({ ...body, challenge_id })).rejects.toMatchObject(refused);
  });

  test('a challenge is found by its key, without reading through all others', async () => {
    const { challenge_id } = await answer(softwarePasskey());
    const take = (tx: Queryable) => takeChallenge(tx, challenge_id);
    expect(await wholeScans(florin.database.ownerPool, 'passkey_challenges', take)).toBe(0);
  });

  test('a counter that does not grow is a copy of the key, and is refused', async () => {
    const { key } = await make(await florin.signUp(), softwarePasskey(), { ...here, counter: 1 });
    await signIn(await answer(key, { ...here, counter: 5 }));
    await expect(signIn(await answer(key, { ...here, counter: 5 }))).rejects.toMatchObject(refused);
    await expect(signIn(await answer(key, { ...here, counter: 0 }))).rejects.toMatchObject(refused);
    await signIn(await answer(key, { ...here, counter: 6 }));
  });

  test.each([
    ['made on another page', { origin: 'https://florin.evil.example' }],
    ['made for another host', { ...here, rpId: 'evil.example' }],
    ['made without showing who uses it', { ...here, verified: false }],
  ])('an answer %s is refused', async (_, answering) => {
    const { key } = await make(await florin.signUp());
    await expect(signIn(await answer(key, answering))).rejects.toMatchObject(refused);
  });

  test('a passkey that is not known, was removed, or is of a frozen account is refused', async () => {
    await expect(signIn(await answer(softwarePasskey()))).rejects.toMatchObject(refused);
    const ines = await florin.signUp();
    const { key, passkey } = await make(ines);
    const { key: other } = await make(ines);
    await remove(ines, passkey.id);
    await expect(signIn(await answer(key))).rejects.toMatchObject(refused);
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [ines.user.id]);
    await expect(signIn(await answer(other))).rejects.toMatchObject(refused);
  });

  test.each([
    ['the passkey is taken away', 'delete from passkeys where user_id = $1'],
    ['the account is frozen', 'update users set disabled_at = now() where id = $1'],
  ])('opens nothing once %s, however close before', async (_, statement) => {
    const ines = await florin.signUp();
    const { key } = await make(ines);
    const body = await answer(key);
    const meanwhile = (tx: Queryable) => tx.query(statement, [ines.user.id]);
    const outcome = await overtaken(florin, ines.user.id, () => signIn(body), meanwhile);
    expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
    const { rows } = await florin.database.ownerPool.query('select from sessions where user_id = $1', [ines.user.id]);
    expect(rows).toHaveLength(1); // that of signing up
  });

  test('another key’s signature under this one’s name is refused', async () => {
    const { key } = await make(await florin.signUp());
    const { challenge_id, response } = await answer(softwarePasskey());
    const forged = { ...response, id: key.credentialId, rawId: key.credentialId };
    await expect(signIn({ challenge_id, response: forged })).rejects.toMatchObject(refused);
  });
});

describe('a step-up with a passkey', () => {
  const stepUp = async ({ client }: TestMember, key: Passkey) =>
    client.call(endpoints.stepUpByPasskey, { body: await answer(key) });

  test('lets the session do what asks for a second factor', async () => {
    const ines = await florin.signUp();
    const { key } = await make(ines);
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    const body = { current_password: ines.password };
    const renew = () => ines.client.call(endpoints.renewRecoveryCodes, { body });
    await expect(renew()).rejects.toMatchObject(refusedWith('second_factor_required'));
    await stepUp(ines, key);
    await renew();
  });

  test('takes no passkey of another member', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { key } = await make(jonas);
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    await expect(stepUp(ines, key)).rejects.toMatchObject(refused);
    const body = { current_password: ines.password };
    await expect(ines.client.call(endpoints.turnOffTwoFactor, { body })).rejects.toMatchObject(
      refusedWith('second_factor_required'),
    );
  });
});

test('nobody removes another’s passkey', async () => {
  const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
  const { passkey } = await make(jonas);
  await expect(remove(ines, passkey.id)).rejects.toMatchObject(refusedWith('passkey_not_found'));
});

test('an open page removes no passkey: it takes the password', async () => {
  const ines = await florin.signUp();
  const { passkey } = await make(ines);
  await expect(remove(ines, passkey.id, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
  expect((await ines.client.call(endpoints.getSecurity)).passkeys).toHaveLength(1);
  await remove(ines, passkey.id);
  expect((await ines.client.call(endpoints.getSecurity)).passkeys).toEqual([]);
});

describe('a sandbox that is known by a number', () => {
  test('offers passkeys to who reached it as localhost, and tells everybody else to', async () => {
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
