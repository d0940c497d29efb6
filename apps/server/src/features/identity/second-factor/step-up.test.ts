import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor, type Authenticator } from '../../../../test/two-factor.ts';
import { setRole } from '../index.ts';

let florin: TestApp;
let ines: TestMember;
let app: Authenticator;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ines = await florin.signUpWith('50.00');
  app = await turnOnTwoFactor(ines);
  await aWhileLater(florin, ines);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const stepUp = (code: string) => ines.client.call(endpoints.stepUp, { body: { code } });

async function status({ method, path }: Endpoint): Promise<number> {
  const { statusCode } = await florin.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: `Bearer ${ines.token}` },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: {} }),
  });
  return statusCode;
}

const guarded = Object.entries<Endpoint>(endpoints).filter(([, { stepUp: guards }]) => guards === true);

test('what always asks for a second factor', () => {
  expect(guarded.map(([name]) => name).toSorted()).toEqual([
    'addPaymentMethod',
    'beginPasskey',
    'changeEmail',
    'changePassword',
    'closeAccount',
    'exportMyData',
    'removePasskey',
    'renewRecoveryCodes',
    'supplyCoins',
    'turnOffTwoFactor',
    'withdraw',
  ]);
});

describe.each(guarded)('%s', (_name, endpoint) => {
  test('answers 403 without a fresh second factor, and goes on with one', async () => {
    if (endpoint.access === 'operator')
      await setRole(florin.database.pool, ines.user.id, 'operator', { operator: 'command line' });
    expect(await status(endpoint)).toBe(403);
    await stepUp(app.code());
    expect(await status(endpoint)).not.toBe(403);
  });
});

describe('a step-up', () => {
  const addBank = () => ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });

  test('lets the same call go through: a payout method, then a withdrawal', async () => {
    await expect(addBank()).rejects.toMatchObject(refusedWith('second_factor_required'));
    await stepUp(app.code());
    const bank = await addBank();
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
    await stepUp(app.code());
    await addBank();
    await expect(
      florin.clientOf(other.token).call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } }),
    ).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('may be made with a recovery code, and a wrong code makes none', async () => {
    await expect(stepUp('000-not-one')).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await expect(addBank()).rejects.toMatchObject(refusedWith('second_factor_required'));
    await stepUp(app.recoveryCodes[0] ?? '');
    await addBank();
  });

  test('is not asked for while two-factor authentication is off', async () => {
    const jonas = await florin.signUp();
    const bank = await jonas.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    expect(bank.type).toBe('bank');
  });
});
