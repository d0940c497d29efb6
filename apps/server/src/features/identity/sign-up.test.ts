import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_PASSWORD_COST: 'full' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const password = 'correct horse battery';

describe('signing up', () => {
  // Rules: api-5
  test('sign-up opens a level 1 account on the personal plan with three empty wallets, and a session', async () => {
    const body = { name: '  Ines Almeida ', email: ' Ines@Florin.Example ', password };
    const { token, user } = await florin.client.call(endpoints.signup, { body });
    expect(user).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Ines Almeida',
      email: 'ines@florin.example',
      email_confirmed: true,
      avatar: null,
      verified: false,
      kyc_level: 1,
      plan: 'personal',
      role: 'member',
      phone: null,
      phone_confirmed: false,
      two_factor: false,
      has_factor: false,
      balances: { usd: 0, eur: 0, gbp: 0, usd_exact: '0.00', eur_exact: '0.00', gbp_exact: '0.00' },
    });
    expect(await florin.clientOf(token).call(endpoints.me)).toEqual(user);
  });

  test('sign-up without email confirmation claims the waiting money and sends a welcome mail', async () => {
    const email = `waited.for.${randomUUID().slice(0, 8)}@florin.example`;
    const sender = await florin.signUpWith('100.00');
    await sender.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '50.00' } });
    const { user } = await florin.signUp('Jonas', email);
    expect(user).toMatchObject({ email_confirmed: true, balances: { usd_exact: '50.00' } });
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to Florin']);
  });

  test('rejects a taken address in any spelling without repeating it', async () => {
    const { user } = await florin.signUp();
    const body = { name: 'Jonas Weber', email: user.email.toUpperCase(), password };
    const rejected = florin.client.call(endpoints.signup, { body });
    await expect(rejected).rejects.toMatchObject(refusedWith('email_taken'));
    await expect(rejected).rejects.not.toMatchObject({ message: expect.stringContaining('@') });
  });

  test.each([
    ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
    ['a@bücher.example', 'a@BÜCHER.example'],
    ['a&b@mail.example', 'A&B@mail.example'],
  ])('treats %s and %s as one address', async (first, second) => {
    await florin.signUp('Ines', first);
    await expect(florin.signUp('Ines', second)).rejects.toMatchObject(refusedWith('email_taken'));
    const body = { email: second, password };
    expect(await florin.client.call(endpoints.login, { body })).toMatchObject({ token: expect.any(String) });
  });

  test('only one of two parallel sign-ups with one address succeeds', async () => {
    const body = { name: 'Twin', email: 'twin@florin.example', password };
    const both = await Promise.allSettled([1, 2].map(() => florin.client.call(endpoints.signup, { body })));
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject(refusedWith('email_taken'));
  });

  test.each([
    ['name', { name: '   ', email: 'a@florin.example', password }],
    ['name', { name: 'x'.repeat(101), email: 'a@florin.example', password }],
    ['email', { name: 'Ines', email: 'not an address', password }],
    ['email', { name: 'Ines', email: `${'a'.repeat(250)}@florin.example`, password }],
    ['password', { name: 'Ines', email: 'a@florin.example', password: '7 chars' }],
    ['password', { name: 'Ines', email: 'a@florin.example', password: 'x'.repeat(257) }],
  ])('rejects an invalid %s and names the field: %j', async (field, body) => {
    await expect(florin.client.call(endpoints.signup, { body })).rejects.toMatchObject(
      refusedWith('invalid_request', { fields: { [field]: expect.any(String) } }),
    );
  });

  // Rules: security-22
  test('sign-up ignores extra fields', async () => {
    const extra = {
      id: '01900000-0000-7000-8000-000000000001',
      balances: { usd: 1_000_000, usd_exact: '1000000.00' },
      verified: true,
      kyc_level: 2,
      kycLevel: 2,
      role: 'operator',
      plan: 'business',
      fee: 0,
      password_hash: 'x',
      disabled_at: null,
    };
    const body = { name: 'Mallory', email: 'mallory@florin.example', password, ...extra };
    const { token, user } = await florin.client.call(endpoints.signup, { body });
    expect(user).toMatchObject({ verified: false, kyc_level: 1, plan: 'personal', balances: { usd_exact: '0.00' } });
    expect(user.id).not.toBe(extra.id);
    expect(await florin.clientOf(token).call(endpoints.me)).toEqual(user);
    const { rows } = await florin.database.ownerPool.query('select role, kyc_level, plan from users where id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ role: 'member', kyc_level: 1, plan: 'personal' }]);
  });

  test('the password is stored only as an argon2id hash', async () => {
    const { user } = await florin.signUp();
    const { rows } = await florin.database.ownerPool.query<{ stored: string }>(
      'select to_jsonb(u)::text as stored from users u where id = $1',
      [user.id],
    );
    expect(rows[0]?.stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(rows[0]?.stored).not.toContain(password);
  });
});
