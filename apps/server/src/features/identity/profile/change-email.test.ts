import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({
    FLORIN_EMAIL_CONFIRMATION: 'on',
    FLORIN_RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://florin.example',
  });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const asOwner = (statement: string, values: unknown[]) => florin.database.ownerPool.query(statement, values);
const newAddress = () => `${randomUUID().slice(0, 13)}@florin.example`;
const me = (member: TestMember) => member.client.call(endpoints.me);
const requestChange = (member: TestMember, email: string, current_password = member.password) =>
  member.client.call(endpoints.changeEmail, { body: { email, current_password } });
const confirm = ({ client }: { readonly client: Client }, token: string) =>
  client.call(endpoints.confirmEmailChange, { body: { token } });
const mailsTo = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);

/** Returns the token of the latest mail to the address. */
async function tokenTo(email: string): Promise<string> {
  for (const { link } of await mailsTo(email)) {
    const token = /^https:\/\/florin\.example\/confirm-email-change#([\w-]{43})$/.exec(link ?? '')?.[1];
    if (token) return token;
  }
  throw new Error('no change mail');
}

describe('requesting another address', () => {
  test('requesting another address mails both addresses and changes nothing yet', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    expect(await subjectsTo(email)).toEqual(['Confirm your new email address']);
    expect(await subjectsTo(ines.user.email)).toContain('Email change requested');
    expect(await me(ines)).toMatchObject({ email: ines.user.email });
    const [warning] = await mailsTo(ines.user.email);
    expect(JSON.stringify(warning), 'the old mailbox does not see the new address').not.toContain(email);
  });

  test('a wrong password rejects the change of address, keeps the session and sends no mail', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await expect(requestChange(ines, email, 'not my password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    expect(await subjectsTo(email)).toEqual([]);
    expect(await me(ines)).toMatchObject({ email: ines.user.email });
  });

  test('repeated wrong passwords delay a change of address', async () => {
    const ines = await florin.signUp();
    for (let i = 0; i < 6; i++) await requestChange(ines, newAddress(), 'wrong').catch(() => undefined);
    await expect(requestChange(ines, newAddress())).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  test('requesting another member’s address answers the same and sends that member no mail', async () => {
    const [ines, hana] = [await florin.signUp(), await florin.signUp()];
    const before = await subjectsTo(hana.user.email);
    expect(await requestChange(ines, hana.user.email)).toBeUndefined();
    expect(await subjectsTo(hana.user.email)).toEqual(before);
    expect(await subjectsTo(ines.user.email)).toContain('Email change requested');
  });

  test('requesting a tombstone address answers the same and sends no mail there', async () => {
    const ines = await florin.signUp();
    const tombstone = `${ines.user.id}@closed.invalid`;
    expect(await requestChange(ines, tombstone)).toBeUndefined();
    expect(await subjectsTo(tombstone)).toEqual([]);
  });

  test('rejects the eleventh request for another address in a day', async () => {
    const ines = await florin.signUp();
    await asOwner(
      `insert into use_counts (user_id, use, used, counted_until) values ($1, 'change-email', 10, now() + interval '1 hour')`,
      [ines.user.id],
    );
    await expect(requestChange(ines, newAddress())).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  test('the database stores only the digest of a change token', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    const token = await tokenTo(email);
    const { rows } = await asOwner('select to_jsonb(c)::text as row from email_changes c where user_id = $1', [
      ines.user.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('confirming another address', () => {
  test('confirming changes the address, raises the level and notifies the old address', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email.toUpperCase());
    expect(await confirm(ines, await tokenTo(email))).toEqual({ email, already: false });
    expect(await me(ines)).toMatchObject({ email, email_confirmed: true, kyc_level: 1 });
    expect(await subjectsTo(ines.user.email)).toContain('Your email address was changed');
    const login = (address: string) =>
      florin.client.call(endpoints.login, { body: { email: address, password: ines.password } });
    expect((await login(email)).user.id).toBe(ines.user.id);
    await expect(login(ines.user.email)).rejects.toMatchObject(refusedWith('bad_credentials'));
  });

  test('a change link opened twice changes the address once, and the second answer says that the link was used', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    const token = await tokenTo(email);
    const both = await Promise.all([confirm(ines, token), confirm(ines, token)]);
    expect(both.filter(({ already }) => already)).toHaveLength(1);
    expect(await confirm(florin, token)).toEqual({ email, already: true });
    expect((await subjectsTo(ines.user.email)).filter((one) => one === 'Your email address was changed')).toHaveLength(
      1,
    );
  });

  test('confirming a change invalidates older links, including the link from sign-up', async () => {
    const ines = await florin.signUp();
    const [first, second] = [newAddress(), newAddress()];
    await requestChange(ines, first);
    await requestChange(ines, second);
    const older = await tokenTo(first);
    await confirm(ines, await tokenTo(second));
    await expect(confirm(ines, older)).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    const signUpLink = (await mailsTo(ines.user.email)).find(({ link }) => link?.includes('/confirm-email#'))?.link;
    const token = signUpLink?.split('#')[1] ?? '';
    await expect(ines.client.call(endpoints.confirmEmail, { body: { token } })).rejects.toMatchObject(
      refusedWith('confirmation_invalid'),
    );
    expect((await me(ines)).email).toBe(second);
  });

  test('rejects a change link after 24 hours by the database’s clock', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    await asOwner('update email_changes set expires_at = now() where user_id = $1', [ines.user.id]);
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('rejects a change link after the password was changed', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    await ines.client.call(endpoints.changePassword, {
      body: { current_password: ines.password, password: 'another horse battery' },
    });
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect((await me(ines)).email).toBe(ines.user.email);
  });

  test('rejects a change link if another member signed up with the address', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await requestChange(ines, email);
    await florin.client.call(endpoints.signup, { body: { name: 'Eve', email, password: 'correct horse battery' } });
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect((await me(ines)).email).toBe(ines.user.email);
  });

  test('rejects an unknown change token', async () => {
    await expect(confirm(florin, 'x')).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('confirming another address claims the money that waits for it', async () => {
    const hana = await florin.signUpWith('100');
    const ines = await florin.signUp();
    const email = newAddress();
    await hana.client.call(endpoints.sendMoney, {
      body: { recipient_email: email, amount: '5', currency: 'USD', note: '' },
    });
    await requestChange(ines, email);
    await confirm(ines, await tokenTo(email));
    expect((await me(ines)).balances.usd_exact).toBe('5.00');
  });

  test('contacts and open requests of other members keep the known address', async () => {
    const [hana, ines] = [await florin.signUpWith('100', 'Hana'), await florin.confirm(await florin.signUp('Ines'))];
    await hana.client.call(endpoints.sendMoney, {
      body: { recipient_email: ines.user.email, amount: '5', currency: 'USD', note: '' },
    });
    const asked = await hana.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '7', currency: 'USD', note: '' },
    });
    const email = newAddress();
    await requestChange(ines, email);
    await confirm(ines, await tokenTo(email));
    const [contact] = await hana.client.call(endpoints.listContacts);
    expect(contact).toMatchObject({ name: 'Ines', email: ines.user.email });
    const [waiting] = await ines.client.call(endpoints.listPaymentRequests, { query: { state: 'open' } });
    expect(waiting).toMatchObject({ id: asked.id, direction: 'incoming' });
    await hana.client.call(endpoints.sendMoney, {
      body: { recipient_email: ines.user.email, amount: '6', currency: 'USD', note: '' },
    });
    expect(await hana.client.call(endpoints.listContacts)).toHaveLength(1);
    expect((await me(ines)).balances.usd_exact).toBe('11.00');
  });

  test('an unconfirmed old address is not kept, and its requests stay with its owner', async () => {
    const [hana, mallory] = [await florin.signUpWith('100', 'Hana'), await florin.signUp('Mallory')];
    const theirs = mallory.user.email;
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: theirs, amount: '5' } });
    const asked = await hana.client.call(endpoints.requestMoney, { body: { recipient_email: theirs, amount: '7' } });
    const email = newAddress();
    await requestChange(mallory, email);
    await confirm(mallory, await tokenTo(email));
    expect(await hana.client.call(endpoints.listContacts)).toMatchObject([{ email: theirs }]);
    expect(await mallory.client.call(endpoints.listPaymentRequests, { query: {} })).toEqual([]);
    const owner = await florin.confirm(await florin.signUp('Amara', theirs));
    expect(await owner.client.call(endpoints.listPaymentRequests, { query: {} })).toMatchObject([{ id: asked.id }]);
  });
});
