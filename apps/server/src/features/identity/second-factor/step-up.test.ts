import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, passkeyHost } from '../../../../test/passkeys.ts';
import { payloadOf } from '../../../../test/payload-of.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor, type Authenticator } from '../../../../test/two-factor.ts';
import { setRole } from '../index.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp(passkeyHost);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const confirm = ({ client }: TestMember, body: { code: string } | { password: string }) =>
  client.call(endpoints.stepUp, { body });

const addBank = ({ client }: TestMember) => client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });

async function answerOf(endpoint: Endpoint, { token }: TestMember) {
  const { method, path } = endpoint;
  const answer = await florin.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: `Bearer ${token}` },
    ...payloadOf(endpoint),
  });
  return {
    status: answer.statusCode,
    ...(answer.statusCode === 403 ? { code: answer.json<{ code: string }>().code } : {}),
  };
}

const endpointsWith = (wanted: Endpoint['stepUp']) =>
  Object.entries<Endpoint>(endpoints).filter(([, { stepUp }]) => stepUp === wanted);

async function memberFor({ access }: Endpoint): Promise<TestMember> {
  const member = await florin.signUp();
  if (access === 'operator')
    await setRole(florin.database.pool, member.user.id, 'operator', { operator: 'command line' });
  return member;
}

const required = { status: 403, code: 'second_factor_required' };

describe.each([...endpointsWith(true), ...endpointsWith('or_password')])('%s', (_name, endpoint) => {
  // Rules: identity-8
  test('a step-up call needs a fresh code from a member with an authenticator', async () => {
    const ines = await memberFor(endpoint);
    const app = await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await confirm(ines, { password: ines.password });
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await confirm(ines, { code: app.code() });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });

  // Rules: identity-5
  test('a step-up call needs the passkey of a member with only a passkey', async () => {
    const ines = await memberFor(endpoint);
    const passkey = await addPasskey(florin, ines);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await confirm(ines, { password: ines.password });
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await ines.client.call(endpoints.stepUpByPasskey, { body: await passkey.show() });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });
});

describe.each(endpointsWith('or_password'))('%s without a second factor', (_name, endpoint) => {
  // Rules: identity-6, asvs-7.5.1
  test('a step-up call without a second factor needs the password again after ten minutes', async () => {
    const ines = await memberFor(endpoint);
    expect((await answerOf(endpoint, ines)).status, 'the sign-in counts').not.toBe(403);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual({ status: 403, code: 'password_required' });
    await confirm(ines, { password: ines.password });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });
});

describe('a step-up with a code', () => {
  let ines: TestMember;
  let app: Authenticator;
  beforeEach(async () => {
    ines = await florin.signUpWith('50.00');
    app = await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
  });

  test('a step-up with a code allows a payout method and a withdrawal for ten minutes', async () => {
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await confirm(ines, { code: app.code() });
    const bank = await addBank(ines);
    const withdraw = () =>
      ines.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
    expect((await withdraw()).status).toBe('pending');
    await aWhileLater(florin, ines);
    await expect(withdraw()).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('a step-up with a code applies to one session only', async () => {
    const { user, password } = ines;
    const [recovery] = app.recoveryCodes;
    const other = await florin.client.call(endpoints.login, {
      body: { email: user.email, password, ...(recovery === undefined ? {} : { code: recovery }) },
    });
    await aWhileLater(florin, ines);
    await confirm(ines, { code: app.code() });
    await addBank(ines);
    await expect(
      florin.clientOf(other.token).call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } }),
    ).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('a recovery code works for a step-up, and a wrong code does not', async () => {
    await expect(confirm(ines, { code: '000-not-one' })).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await confirm(ines, { code: app.recoveryCodes[0] ?? '' });
    await addBank(ines);
  });
});

describe('a step-up with the password', () => {
  const signUpEarlier = async () => {
    const ines = await florin.signUp();
    await aWhileLater(florin, ines);
    return ines;
  };

  test('a step-up with the password applies to one session only', async () => {
    const ines = await signUpEarlier();
    const { user, password } = ines;
    const other = await florin.client.call(endpoints.login, { body: { email: user.email, password } });
    await aWhileLater(florin, ines);
    await confirm(ines, { password });
    await addBank(ines);
    const { token } = other;
    await expect(addBank({ ...ines, token, client: florin.clientOf(token) })).rejects.toMatchObject(
      refusedWith('password_required'),
    );
  });

  test('a wrong password answers 400, does not step up and keeps the session', async () => {
    const ines = await signUpEarlier();
    await expect(confirm(ines, { password: 'not the password' })).rejects.toMatchObject({
      ...refusedWith('bad_credentials', { fields: { password: 'Incorrect password.' } }),
      status: 400,
    });
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('password_required'));
  });

  test('a password in the body of another call counts as a step-up', async () => {
    const ines = await signUpEarlier();
    await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
    expect((await addBank(ines)).type).toBe('bank');
  });

  // Rules: identity-6
  test('a step-up time in the future, from a clock that was ahead, does not count', async () => {
    const ines = await signUpEarlier();
    await florin.database.ownerPool.query(
      `update sessions set password_at = now() + interval '5 minutes', factor_at = now() + interval '5 minutes'
       where user_id = $1`,
      [ines.user.id],
    );
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('password_required'));
  });

  test('a step-up needs exactly one of a code and a password', async () => {
    const ines = await florin.signUp();
    for (const body of [{}, { code: '123456', password: ines.password }])
      await expect(ines.client.call(endpoints.stepUp, { body })).rejects.toMatchObject(refusedWith('invalid_request'));
  });
});

// Rules: identity-6
test('a stolen token alone cannot add a bank account or withdraw money', async () => {
  const ines = await florin.signUpWith('50.00');
  const bank = await addBank(ines);
  const withdraw = () =>
    ines.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
  await aWhileLater(florin, ines);
  for (const steal of [() => addBank(ines), withdraw])
    await expect(steal()).rejects.toMatchObject(refusedWith('password_required'));
  await addPasskey(florin, ines);
  await aWhileLater(florin, ines);
  for (const steal of [() => addBank(ines), withdraw])
    await expect(steal()).rejects.toMatchObject(refusedWith('second_factor_required'));
});
