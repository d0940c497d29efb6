import { endpoints, type CallRefused, type RefusalCode } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { aWhileLater, codeOf, turnOnTwoFactor } from '../../../../test/two-factor.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on', PUBLIC_URL: 'https://florin.example' }, {}, asManyAsAServer);
});
beforeEach(() => florin.database.ownerPool.query('delete from login_failures'));
afterAll(() => florin.close());

const setUp = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.setUpTwoFactor, { body: { current_password: current } });
const turnOn = ({ client }: TestMember, code: string) => client.call(endpoints.turnOnTwoFactor, { body: { code } });
const turnOff = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.turnOffTwoFactor, { body: { current_password: current } });
const renew = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.renewRecoveryCodes, { body: { current_password: current } });
const stepUp = ({ client }: TestMember, code: string) => client.call(endpoints.stepUp, { body: { code } });
const security = ({ client }: TestMember) => client.call(endpoints.getSecurity);
const logIn = ({ user, password }: TestMember, code?: string) =>
  florin.client.call(endpoints.login, {
    body: { email: user.email, password, ...(code === undefined ? {} : { code }) },
  });
const subjects = async ({ user }: TestMember) =>
  (await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } })).map(({ subject }) => subject);

/** Returns a code that is wrong in the current step and in the accepted steps around it. */
const wrongCode = (secret: string) =>
  ['111111', '222222', '333333', '444444'].find((code) => ![-1, 0, 1].some((step) => codeOf(secret, step) === code)) ??
  '';

describe('turning on two-factor authentication', () => {
  test('turning on two-factor authentication needs the password and a code, and returns ten recovery codes', async () => {
    const ines = await florin.signUp();
    const { secret, uri } = await setUp(ines);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/); // 160 bits
    expect(uri).toContain(
      `otpauth://totp/Florin:${encodeURIComponent(ines.user.email)}?issuer=Florin&secret=${secret}`,
    );
    expect(await security(ines)).toMatchObject({ two_factor_since: null, recovery_codes_left: 0 });
    const { recovery_codes: codes } = await turnOn(ines, codeOf(secret));
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect(await security(ines)).toMatchObject({ two_factor_since: expect.any(String), recovery_codes_left: 10 });
    expect((await ines.client.call(endpoints.me)).two_factor).toBe(true);
    expect(await subjects(ines)).toContain('Two-factor authentication is on');
  });

  test('the secret is stored encrypted and the recovery codes as digests', async () => {
    const ines = await florin.signUp();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ines);
    const { rows } = await florin.database.ownerPool.query(
      'select to_jsonb(a)::text as a, to_jsonb(r)::text as r from authenticators a join recovery_codes r using (user_id)',
    );
    const stored = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes)
      for (const text of [code, Buffer.from(code).toString('hex'), code.replaceAll('-', '')])
        expect(stored).not.toContain(text);
  });

  test('rejects turning on two-factor authentication with a wrong password, a wrong code, no set-up, or when it is already on', async () => {
    const ines = await florin.signUp();
    await expect(turnOn(ines, '123456')).rejects.toMatchObject(refusedWith('second_factor_off'));
    await expect(setUp(ines, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    const { secret } = await setUp(ines);
    await expect(turnOn(ines, wrongCode(secret))).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    expect((await security(ines)).two_factor_since).toBeNull();
    await turnOn(ines, codeOf(secret));
    await expect(setUp(ines)).rejects.toMatchObject(refusedWith('second_factor_on'));
    await expect(turnOn(ines, codeOf(secret, 1))).rejects.toMatchObject(refusedWith('second_factor_on'));
  });

  test('a second set-up of two-factor authentication replaces the first secret', async () => {
    const ines = await florin.signUp();
    const first = await setUp(ines);
    const second = await setUp(ines);
    await expect(turnOn(ines, codeOf(first.secret))).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await turnOn(ines, codeOf(second.secret));
  });
});

describe('signing in with two-factor authentication', () => {
  test('a sign-in needs a code, and only after the correct password', async () => {
    const ines = await florin.signUp();
    const { code } = await turnOnTwoFactor(ines);
    await expect(logIn({ ...ines, password: 'wrong' })).rejects.toMatchObject(refusedWith('bad_credentials'));
    await expect(logIn({ ...ines, password: 'wrong' }, code(1))).rejects.toMatchObject(refusedWith('bad_credentials'));
    await expect(logIn(ines)).rejects.toMatchObject(refusedWith('second_factor_required'));
    const { token, user } = await logIn(ines, code(1));
    expect(user.two_factor).toBe(true);
    // The sign-in's code also counts as a step-up.
    await renew({ ...ines, client: florin.clientOf(token) });
  });

  // Rules: security-9
  test('a code of an authenticator works once, even in parallel', async () => {
    const ines = await florin.signUp();
    const { code } = await turnOnTwoFactor(ines);
    await expect(logIn(ines, code())).rejects.toMatchObject(refusedWith('second_factor_wrong')); // the code was used when turning on
    await aWhileLater(florin, ines);
    const currentCode = code();
    const many = await Promise.allSettled([1, 2, 3, 4].map(() => logIn(ines, currentCode)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(stepUp(ines, currentCode)).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });

  test('rejects a code that is older than the last used code', async () => {
    const ines = await florin.signUp();
    const { code } = await turnOnTwoFactor(ines);
    await logIn(ines, code(1));
    await expect(logIn(ines, code())).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });

  test.each([-2, 2, 10])('rejects a code %i steps away', async (steps) => {
    const ines = await florin.signUp();
    const { secret, code } = await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    const near = [-1, 0, 1].map((step) => codeOf(secret, step));
    const far = code(steps);
    if (near.includes(far)) return; // happens once in 300,000 runs
    await expect(logIn(ines, far)).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });

  test('wrong codes are throttled, and the correct code has to wait too', async () => {
    const ines = await florin.signUp();
    const { secret, code } = await turnOnTwoFactor(ines);
    for (let i = 0; i < 6; i++)
      await expect(logIn(ines, wrongCode(secret))).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await expect(logIn(ines, code(1))).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  // Rules: security-4
  test('wrong codes in a session block neither sign-ins nor other sessions', async () => {
    const ines = await florin.signUp();
    const { secret, code } = await turnOnTwoFactor(ines);
    for (let i = 0; i < 6; i++)
      await expect(stepUp(ines, wrongCode(secret))).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await expect(stepUp(ines, code(1))).rejects.toMatchObject(refusedWith('too_many_requests'));
    const { token } = await logIn(ines, code(1));
    await aWhileLater(florin, ines);
    await stepUp({ ...ines, client: florin.clientOf(token) }, code());
  });

  test('wrong codes from another network do not delay the member on a familiar network', async () => {
    const ines = await florin.signUp();
    const { secret, code } = await turnOnTwoFactor(ines);
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const { statusCode } = await florin.app.http.inject({
        method: 'POST',
        url: `/api${endpoints.login.path}`,
        remoteAddress: '198.51.100.7',
        payload: { email: ines.user.email, password: ines.password, code: wrongCode(secret) },
      });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429]);
    await logIn(ines, code(1));
  });

  // Rules: security-4
  test('a wrong code states the remaining tries, and then the length of the wait', async () => {
    const ines = await florin.signUp();
    const { secret, code } = await turnOnTwoFactor(ines);
    const details: (string | undefined)[] = [];
    const guess = async () => {
      const [tried] = await Promise.allSettled([stepUp(ines, wrongCode(secret))]);
      const { detail, fields } = (tried.status === 'rejected' && (tried.reason as CallRefused).body) || {};
      details.push(fields?.['code'] === detail ? detail?.replace(/^Incorrect or used code\. /, '') : undefined);
    };
    for (let i = 0; i < 6; i++) await guess();
    const endWait = () => florin.database.ownerPool.query('update login_failures set blocked_until = now()');
    await endWait();
    await guess();
    await florin.database.ownerPool.query('update login_failures set failures = 13, blocked_until = now()');
    await guess();
    expect(details).toEqual([
      '5 tries left.',
      '4 tries left.',
      '3 tries left.',
      '2 tries left.',
      '1 try left.',
      'Try again in 1 second.',
      'Try again in 2 seconds.',
      'Try again in 5 minutes.',
    ]);
    await endWait();
    await stepUp(ines, code(1));
    await guess();
    expect(details.at(-1), 'a correct code resets the count').toBe('5 tries left.');
  });

  test('failures from the same network reduce the remaining tries', async () => {
    const ines = await florin.signUp();
    const { secret } = await turnOnTwoFactor(ines);
    for (let i = 0; i < 18; i++)
      await logIn({ ...ines, user: { ...ines.user, email: `guess-${i}@florin.example` } }).catch(() => undefined);
    await expect(stepUp(ines, wrongCode(secret))).rejects.toMatchObject(
      refusedWith('second_factor_wrong', { detail: expect.stringMatching(/ 2 tries left\.$/) }),
    );
  });

  test('parallel guesses of codes are limited like sequential ones', async () => {
    const ines = await florin.signUp();
    const { secret } = await turnOnTwoFactor(ines);
    const guesses = await Promise.allSettled(Array.from({ length: 60 }, () => stepUp(ines, wrongCode(secret))));
    const refusedAs = (code: RefusalCode) =>
      guesses.filter((guess) => guess.status === 'rejected' && (guess.reason as CallRefused).body?.code === code);
    expect(refusedAs('second_factor_wrong')).toHaveLength(6);
    expect(refusedAs('too_many_requests')).toHaveLength(54);
  });
});

describe('a recovery code', () => {
  test('a recovery code works once in any spelling and notifies the member', async () => {
    const ines = await florin.signUp();
    const { recoveryCodes } = await turnOnTwoFactor(ines);
    const [first = '', second = ''] = recoveryCodes;
    const many = await Promise.allSettled([1, 2, 3, 4].map(() => logIn(ines, first)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await logIn(ines, ` ${second.toUpperCase().replaceAll('-', ' ')} `);
    expect((await security(ines)).recovery_codes_left).toBe(8);
    expect((await subjects(ines)).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
  });

  test('rejects another member’s recovery code', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { recoveryCodes } = await turnOnTwoFactor(jonas);
    await turnOnTwoFactor(ines);
    await expect(logIn(ines, recoveryCodes[0])).rejects.toMatchObject(refusedWith('second_factor_wrong'));
  });

  test('new recovery codes invalidate the old ones', async () => {
    const ines = await florin.signUp();
    const { recoveryCodes } = await turnOnTwoFactor(ines);
    const { recovery_codes: renewed } = await renew(ines);
    await expect(logIn(ines, recoveryCodes[0])).rejects.toMatchObject(refusedWith('second_factor_wrong'));
    await logIn(ines, renewed[0]);
  });
});

describe('turning off two-factor authentication', () => {
  test('turning two-factor authentication off ends the second factor, deletes the recovery codes and notifies the member', async () => {
    const ines = await florin.signUp();
    await turnOnTwoFactor(ines);
    await turnOff(ines);
    await logIn(ines);
    expect(await security(ines)).toMatchObject({ two_factor_since: null, recovery_codes_left: 0 });
    expect(await subjects(ines)).toContain('Two-factor authentication is off');
  });

  test('turning two-factor authentication off and new recovery codes need the password, even right after a second factor', async () => {
    const ines = await florin.signUp();
    const { recoveryCodes } = await turnOnTwoFactor(ines);
    for (const call of [turnOff, renew])
      await expect(call(ines, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    expect((await security(ines)).two_factor_since).not.toBeNull();
    await logIn(ines, recoveryCodes[0]);
  });

  test('rejects turning two-factor authentication off, new recovery codes and a step-up without a second factor', async () => {
    const ines = await florin.signUp();
    for (const call of [turnOff, renew])
      await expect(call(ines)).rejects.toMatchObject(refusedWith('second_factor_off'));
    await expect(stepUp(ines, '123456')).rejects.toMatchObject(refusedWith('second_factor_off'));
  });
});
