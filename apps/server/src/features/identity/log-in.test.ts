import { CallRefused, endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const logIn = (email: string, password: string) => florin.client.call(endpoints.login, { body: { email, password } });

const disable = (id: string) =>
  florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [id]);

describe('signing in', () => {
  // Rules: api-6
  test('each sign-in returns the user and a new token', async () => {
    const ines = await florin.signUpWith('12.34');
    const [first, second] = [await logIn(ines.user.email, ines.password), await logIn(ines.user.email, ines.password)];
    expect(first.user).toMatchObject({ id: ines.user.id, balances: { usd_exact: '12.34' } });
    expect(new Set([ines.token, first.token, second.token]).size).toBe(3);
    for (const { token } of [ines, first, second])
      expect((await florin.clientOf(token).call(endpoints.me)).id).toBe(ines.user.id);
  });

  test('the email address is case-insensitive at sign-in, and the password is not', async () => {
    const { user, password } = await florin.signUp();
    await logIn(` ${user.email.toUpperCase()}`, password);
    await expect(logIn(user.email, password.toUpperCase())).rejects.toMatchObject(refusedWith('bad_credentials'));
    await expect(logIn(user.email, `${password} `)).rejects.toMatchObject(refusedWith('bad_credentials'));
  });

  // Rules: security-6
  test('a wrong password, an unknown address and a disabled account get the same answer', async () => {
    const [known, disabled] = [await florin.signUp(), await florin.signUp()];
    await disable(disabled.user.id);
    const bodies = await Promise.all([
      bodyOfRefusal(logIn(known.user.email, 'not the password')),
      bodyOfRefusal(logIn('unknown@florin.example', known.password)),
      bodyOfRefusal(logIn(disabled.user.email, disabled.password)),
    ]);
    expect(bodies[0]).toEqual({ status: 400, code: 'bad_credentials', detail: expect.any(String), fields: undefined });
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
  });

  test('a sign-in with the old password opens no session after a parallel password change', async () => {
    const ines = await florin.signUp();
    const outcome = await overtaken(
      florin,
      ines.user.id,
      () => logIn(ines.user.email, ines.password),
      (tx) => tx.query('update users set password_changed_at = clock_timestamp() where id = $1', [ines.user.id]),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('bad_credentials') });
    const { rows } = await florin.database.ownerPool.query('select from sessions where user_id = $1', [ines.user.id]);
    expect(rows).toHaveLength(1); // the session from sign-up
  });

  // Rules: security-1
  test('a password matches in any Unicode composition of its characters', async () => {
    const [composed, decomposed] = ['caf\u00e9 \ufb01lm \u212b', 'cafe\u0301 film A\u030a'];
    const body = { name: 'Zo\u00eb', email: 'zoe@florin.example', password: composed };
    const { user } = await florin.client.call(endpoints.signup, { body });
    expect((await logIn('zoe@florin.example', decomposed)).user.id).toBe(user.id);
  });

  // Rules: security-1
  test('every character of a long password counts', async () => {
    const password = 'x'.repeat(256);
    const body = { name: 'Long', email: 'long@florin.example', password };
    await florin.client.call(endpoints.signup, { body });
    await logIn('long@florin.example', password);
    await expect(logIn('long@florin.example', `${password.slice(0, -1)}y`)).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
  });

  test('the answer to a sign-in contains no secrets', async () => {
    const { user, password, token } = await florin.signUp();
    const answer = JSON.stringify(await logIn(user.email, password));
    const me = JSON.stringify(await florin.clientOf(token).call(endpoints.me));
    for (const text of [answer, me]) expect(text).not.toMatch(/argon2|password|hash|disabled|secret/i);
  });
});

/** Returns the body of a refusal without the request id. */
async function bodyOfRefusal(call: Promise<unknown>) {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof CallRefused)) throw new Error('the call was not refused');
  return { status: error.status, code: error.body?.code, detail: error.body?.detail, fields: error.body?.fields };
}
