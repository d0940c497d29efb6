import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({
    FLORIN_EMAIL_CONFIRMATION: 'on',
    FLORIN_RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://florin.example',
  });
});
beforeEach(() => asOwner('delete from login_failures'));
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const asOwner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);
const isConfirmed = async ({ client }: TestMember) => (await client.call(endpoints.me)).email_confirmed;

async function tokenTo(email: string): Promise<string> {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
  const [token] = mails.flatMap(({ link }) => /\/confirm-email(?:-change)?#([\w-]{43})$/.exec(link ?? '')?.[1] ?? []);
  return token ?? 'no mailed link';
}

type Shown = { readonly token: string; readonly password?: string };
const confirm = (client: Client, body: Shown) => client.call(endpoints.confirmEmail, { body });
const confirmChange = (client: Client, body: Shown) => client.call(endpoints.confirmEmailChange, { body });

/** Returns a member with a pending change of address, and the mailed token. */
async function startChange() {
  const member = await florin.confirm(await florin.signUp());
  const email = `new-${member.user.email}`;
  await member.client.call(endpoints.changeEmail, { body: { email, current_password: member.password } });
  return { member, email, token: await tokenTo(email) };
}

describe('a link that confirms an address', () => {
  test('a confirmation link works in a session of its account, or with the password', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    await confirm(ines.client, { token: await tokenTo(ines.user.email) });
    await confirm(florin.client, { token: await tokenTo(jonas.user.email), password: jonas.password });
    expect([await isConfirmed(ines), await isConfirmed(jonas)]).toEqual([true, true]);
  });

  // Rules: identity-2
  test('rejects a confirmation link alone, with a wrong password, or in another or ended session', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp('Mallory')];
    const token = await tokenTo(ines.user.email);
    const gone = await florin.signUp();
    await gone.client.call(endpoints.logout);
    for (const client of [florin.client, gone.client])
      await expect(confirm(client, { token })).rejects.toMatchObject(refusedWith('confirmation_needs_password'));
    await expect(confirm(florin.client, { token, password: 'not it' })).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
    for (const password of [mallory.password, undefined])
      await expect(
        confirm(mallory.client, { token, ...(password === undefined ? {} : { password }) }),
      ).rejects.toMatchObject(
        refusedWith('confirmation_of_another', {
          detail: 'This link belongs to another account. Log out, then open the link again.',
        }),
      );
    expect([await isConfirmed(ines), await isConfirmed(mallory)]).toEqual([false, false]);
  });

  // Rules: identity-2
  test('wrong passwords at a confirmation link and at sign-in share one throttle', async () => {
    const ines = await florin.signUp();
    const token = await tokenTo(ines.user.email);
    for (let i = 0; i < 6; i++) await confirm(florin.client, { token, password: 'a guess' }).catch(() => undefined);
    const throttled = refusedWith('too_many_requests');
    await expect(confirm(florin.client, { token, password: ines.password })).rejects.toMatchObject(throttled);
    const body = { email: ines.user.email, password: ines.password };
    await expect(florin.client.call(endpoints.login, { body })).rejects.toMatchObject(throttled);
    expect(await isConfirmed(ines)).toBe(false);
  });

  // Rules: identity-2
  test('a stranger with a confirmation link does not get the money that waits for the address', async () => {
    const friend = `new.friend.${randomUUID().slice(0, 8)}@florin.example`;
    const sender = await florin.confirm(await florin.signUpWith('100.00'));
    await sender.client.call(endpoints.sendMoney, { body: { recipient_email: friend, amount: '50.00' } });
    const stranger = await florin.signUp('Stranger', friend);
    await expect(confirm(florin.client, { token: await tokenTo(friend) })).rejects.toMatchObject(
      refusedWith('confirmation_needs_password'),
    );
    expect((await stranger.client.call(endpoints.me)).balances.usd_exact).toBe('0.00');
  });

  test('rejects a confirmation link after the account’s address changed', async () => {
    const ines = await florin.signUp();
    const old = await tokenTo(ines.user.email);
    const email = `moved-${ines.user.email}`;
    await ines.client.call(endpoints.changeEmail, { body: { email, current_password: ines.password } });
    await confirmChange(ines.client, { token: await tokenTo(email) });
    await expect(confirm(ines.client, { token: old })).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect(await ines.client.call(endpoints.me)).toMatchObject({ email, email_confirmed: true });
  });
});

describe('a link that changes an address', () => {
  test('a change link works in a session of its account, or with the password', async () => {
    const [first, second] = [await startChange(), await startChange()];
    const { token } = first;
    expect(await confirmChange(first.member.client, { token })).toEqual({ email: first.email, already: false });
    expect(await confirmChange(florin.client, { token })).toEqual({ email: first.email, already: true });
    await confirmChange(florin.client, { token: second.token, password: second.member.password });
    expect(await second.member.client.call(endpoints.me)).toMatchObject({ email: second.email });
  });

  // Rules: identity-2
  test('rejects a change link alone, with a wrong password, or in a session of another account', async () => {
    const { member, token } = await startChange();
    const mallory = await florin.signUp('Mallory');
    await expect(confirmChange(florin.client, { token })).rejects.toMatchObject(
      refusedWith('confirmation_needs_password'),
    );
    await expect(confirmChange(florin.client, { token, password: 'not it' })).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
    await expect(confirmChange(mallory.client, { token })).rejects.toMatchObject(
      refusedWith('confirmation_of_another'),
    );
    expect((await member.client.call(endpoints.me)).email).toBe(member.user.email);
  });

  test('a change link opened by the address owner does not give the waiting money to another account', async () => {
    const friend = `awaited.${randomUUID().slice(0, 8)}@florin.example`;
    const sender = await florin.confirm(await florin.signUpWith('100.00'));
    await sender.client.call(endpoints.sendMoney, { body: { recipient_email: friend, amount: '50.00' } });
    const stranger = await florin.confirm(await florin.signUp('Stranger'));
    const body = { email: friend, current_password: stranger.password };
    await stranger.client.call(endpoints.changeEmail, { body });
    await expect(confirmChange(florin.client, { token: await tokenTo(friend) })).rejects.toMatchObject(
      refusedWith('confirmation_needs_password'),
    );
    expect(await stranger.client.call(endpoints.me)).toMatchObject({
      email: stranger.user.email,
      balances: expect.objectContaining({ usd_exact: '0.00' }),
    });
  });
});
