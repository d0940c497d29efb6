import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, passkeyHost } from '../../../../test/passkeys.ts';
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

const show = ({ client }: TestMember, body: { code: string } | { password: string }) =>
  client.call(endpoints.stepUp, { body });

const addBank = ({ client }: TestMember) => client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });

async function answerOf({ method, path }: Endpoint, { token }: TestMember) {
  const answer = await florin.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: `Bearer ${token}` },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });
  return {
    status: answer.statusCode,
    ...(answer.statusCode === 403 ? { code: answer.json<{ code: string }>().code } : {}),
  };
}

const asking = (wanted: Endpoint['stepUp']) =>
  Object.entries<Endpoint>(endpoints).filter(([, { stepUp }]) => stepUp === wanted);

async function memberFor({ access }: Endpoint): Promise<TestMember> {
  const member = await florin.signUp();
  if (access === 'operator')
    await setRole(florin.database.pool, member.user.id, 'operator', { operator: 'command line' });
  return member;
}

const required = { status: 403, code: 'second_factor_required' };

describe.each([...asking(true), ...asking('or_password')])('%s', (_name, endpoint) => {
  // Rules: identity-8
  test('asks a member with an authenticator for a fresh code, and goes on after it', async () => {
    const ines = await memberFor(endpoint);
    const app = await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await show(ines, { password: ines.password });
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await show(ines, { code: app.code() });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });

  // Rules: identity-5
  test('asks a member who has only a passkey for that, and goes on after it', async () => {
    const ines = await memberFor(endpoint);
    const passkey = await addPasskey(florin, ines);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await show(ines, { password: ines.password });
    expect(await answerOf(endpoint, ines)).toEqual(required);
    await ines.client.call(endpoints.stepUpByPasskey, { body: await passkey.show() });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });
});

describe.each(asking('or_password'))('%s without a second factor', (_name, endpoint) => {
  // Rules: identity-6, asvs-7.5.1
  test('asks for a password that was shown more than ten minutes ago, and goes on after it', async () => {
    const ines = await memberFor(endpoint);
    expect((await answerOf(endpoint, ines)).status, 'the sign-in counts').not.toBe(403);
    await aWhileLater(florin, ines);
    expect(await answerOf(endpoint, ines)).toEqual({ status: 403, code: 'password_required' });
    await show(ines, { password: ines.password });
    expect((await answerOf(endpoint, ines)).status).not.toBe(403);
  });
});

describe('a step-up by a code', () => {
  let ines: TestMember;
  let app: Authenticator;
  beforeEach(async () => {
    ines = await florin.signUpWith('50.00');
    app = await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
  });

  test('lets the same call go through: a payout method, then a withdrawal', async () => {
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await show(ines, { code: app.code() });
    const bank = await addBank(ines);
    const withdraw = () =>
      ines.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
    expect((await withdraw()).status).toBe('pending');
    await aWhileLater(florin, ines);
    await expect(withdraw()).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('is of one session, and of no other', async () => {
    const { user, password } = ines;
    const [recovery] = app.recoveryCodes;
    const other = await florin.client.call(endpoints.login, {
      body: { email: user.email, password, ...(recovery === undefined ? {} : { code: recovery }) },
    });
    await aWhileLater(florin, ines);
    await show(ines, { code: app.code() });
    await addBank(ines);
    await expect(
      florin.clientOf(other.token).call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } }),
    ).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('may be made with a recovery code, and a wrong code makes none', async () => {
    await expect(show(ines, { code: '000-not-one' })).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    await show(ines, { code: app.recoveryCodes[0] ?? '' });
    await addBank(ines);
  });
});

describe('a step-up by the password', () => {
  const later = async () => {
    const ines = await florin.signUp();
    await aWhileLater(florin, ines);
    return ines;
  };

  test('is of one session, and of no other', async () => {
    const ines = await later();
    const { user, password } = ines;
    const other = await florin.client.call(endpoints.login, { body: { email: user.email, password } });
    await aWhileLater(florin, ines);
    await show(ines, { password });
    await addBank(ines);
    const { token } = other;
    await expect(addBank({ ...ines, token, client: florin.clientOf(token) })).rejects.toMatchObject(
      refusedWith('password_required'),
    );
  });

  test('is not made by a wrong password, which is 400 and signs nobody out', async () => {
    const ines = await later();
    await expect(show(ines, { password: 'not the password' })).rejects.toMatchObject({
      ...refusedWith('bad_credentials', { fields: { password: 'The current password is not right.' } }),
      status: 400,
    });
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('password_required'));
  });

  test('counts where a call takes the password in its body, too', async () => {
    const ines = await later();
    await ines.client.call(endpoints.setUpTwoFactor, { body: { current_password: ines.password } });
    expect((await addBank(ines)).type).toBe('bank');
  });

  // Rules: identity-6
  test('of a moment that is still to come, by a clock that was ahead, counts for nothing', async () => {
    const ines = await later();
    await florin.database.ownerPool.query(
      `update sessions set password_at = now() + interval '5 minutes', factor_at = now() + interval '5 minutes'
       where user_id = $1`,
      [ines.user.id],
    );
    await expect(addBank(ines)).rejects.toMatchObject(refusedWith('password_required'));
  });

  test('takes a code or a password, and not both or none', async () => {
    const ines = await florin.signUp();
    for (const body of [{}, { code: '123456', password: ines.password }])
      await expect(ines.client.call(endpoints.stepUp, { body })).rejects.toMatchObject(refusedWith('invalid_request'));
  });
});

// Rules: identity-6
test('a stolen token alone adds no bank account and withdraws nothing, whatever the account has', async () => {
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
