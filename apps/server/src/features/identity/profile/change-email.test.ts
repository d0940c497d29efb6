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

const owner = (statement: string, values: unknown[]) => florin.database.ownerPool.query(statement, values);
const newAddress = () => `${randomUUID().slice(0, 13)}@florin.example`;
const me = (member: TestMember) => member.client.call(endpoints.me);
const ask = (member: TestMember, email: string, current_password = member.password) =>
  member.client.call(endpoints.changeEmail, { body: { email, current_password } });
const confirm = ({ client }: { readonly client: Client }, token: string) =>
  client.call(endpoints.confirmEmailChange, { body: { token } });
const mailsTo = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });
const subjectsTo = async (to: string) => (await mailsTo(to)).map(({ subject }) => subject);

/** The token that was mailed to that address last. */
async function tokenTo(email: string): Promise<string> {
  for (const { link } of await mailsTo(email)) {
    const token = /^https:\/\/florin\.example\/confirm-email-change#([\w-]{43})$/.exec(link ?? '')?.[1];
    if (token) return token;
  }
  throw new Error('no change was mailed');
}

describe('asking for another address', () => {
  test('mails a link to it and a word to the old one, and changes nothing yet', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    expect(await subjectsTo(email)).toEqual(['Confirm your new email address']);
    expect(await subjectsTo(ines.user.email)).toContain('Somebody asked to change your email address');
    expect(await me(ines)).toMatchObject({ email: ines.user.email });
    const [warning] = await mailsTo(ines.user.email);
    expect(JSON.stringify(warning), 'the old mailbox does not learn the new address').not.toContain(email);
  });

  test('with a wrong password is refused without signing out, and mails nobody', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await expect(ask(ines, email, 'not my password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    expect(await subjectsTo(email)).toEqual([]);
    expect(await me(ines)).toMatchObject({ email: ines.user.email });
  });

  test('with wrong passwords over and over has to wait', async () => {
    const ines = await florin.signUp();
    for (let i = 0; i < 6; i++) await ask(ines, newAddress(), 'wrong').catch(() => undefined);
    await expect(ask(ines, newAddress())).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  test('for one that somebody has is answered the same, and they are not written to', async () => {
    const [ines, hana] = [await florin.signUp(), await florin.signUp()];
    const before = await subjectsTo(hana.user.email);
    expect(await ask(ines, hana.user.email)).toBeUndefined();
    expect(await subjectsTo(hana.user.email)).toEqual(before);
    expect(await subjectsTo(ines.user.email)).toContain('Somebody asked to change your email address');
  });

  test('for what stands in the place of those who left is answered the same, and leads nowhere', async () => {
    const ines = await florin.signUp();
    const tombstone = `${ines.user.id}@closed.invalid`;
    expect(await ask(ines, tombstone)).toBeUndefined();
    expect(await subjectsTo(tombstone)).toEqual([]);
  });

  test('is done ten times a day at most', async () => {
    const ines = await florin.signUp();
    await owner(
      `insert into use_counts (user_id, use, used, counted_until) values ($1, 'change-email', 10, now() + interval '1 hour')`,
      [ines.user.id],
    );
    await expect(ask(ines, newAddress())).rejects.toMatchObject(refusedWith('too_many_requests'));
  });

  test('keeps no token, only its digest', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    const token = await tokenTo(email);
    const { rows } = await owner('select to_jsonb(c)::text as row from email_changes c where user_id = $1', [
      ines.user.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('confirming it', () => {
  test('changes and confirms the address, raises the level, and tells the old one', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email.toUpperCase());
    expect(await confirm(ines, await tokenTo(email))).toEqual({ email, already: false });
    expect(await me(ines)).toMatchObject({ email, email_confirmed: true, kyc_level: 1 });
    expect(await subjectsTo(ines.user.email)).toContain('Your email address was changed');
    const login = (address: string) =>
      florin.client.call(endpoints.login, { body: { email: address, password: ines.password } });
    expect((await login(email)).user.id).toBe(ines.user.id);
    await expect(login(ines.user.email)).rejects.toMatchObject(refusedWith('bad_credentials'));
  });

  test('is done once when a link is opened twice, also at once, and the second one says so', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    const token = await tokenTo(email);
    const both = await Promise.all([confirm(ines, token), confirm(ines, token)]);
    expect(both.filter(({ already }) => already)).toHaveLength(1);
    expect(await confirm(florin, token)).toEqual({ email, already: true });
    expect((await subjectsTo(ines.user.email)).filter((one) => one === 'Your email address was changed')).toHaveLength(
      1,
    );
  });

  test('voids older links, those of signing up too, and does not go back', async () => {
    const ines = await florin.signUp();
    const [first, second] = [newAddress(), newAddress()];
    await ask(ines, first);
    await ask(ines, second);
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

  test('after 24 hours by the database’s clock is refused', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    await owner('update email_changes set expires_at = now() where user_id = $1', [ines.user.id]);
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('after the password was changed is refused', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    await ines.client.call(endpoints.changePassword, {
      body: { current_password: ines.password, password: 'another horse battery' },
    });
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect((await me(ines)).email).toBe(ines.user.email);
  });

  test('of an address that somebody signed up with in between is refused', async () => {
    const ines = await florin.signUp();
    const email = newAddress();
    await ask(ines, email);
    await florin.client.call(endpoints.signup, { body: { name: 'Eve', email, password: 'correct horse battery' } });
    await expect(confirm(ines, await tokenTo(email))).rejects.toMatchObject(refusedWith('confirmation_invalid'));
    expect((await me(ines)).email).toBe(ines.user.email);
  });

  test('with a token that was never given is refused', async () => {
    await expect(confirm(florin, 'x')).rejects.toMatchObject(refusedWith('confirmation_invalid'));
  });

  test('lets money arrive that waits for the new address', async () => {
    const hana = await florin.signUpWith('100');
    const ines = await florin.signUp();
    const email = newAddress();
    await hana.client.call(endpoints.sendMoney, {
      body: { recipient_email: email, amount: '5', currency: 'USD', note: '' },
    });
    await ask(ines, email);
    await confirm(ines, await tokenTo(email));
    expect((await me(ines)).balances.usd_exact).toBe('5.00');
  });

  test('leaves contacts of others and open requests at the address they knew', async () => {
    const [hana, ines] = [await florin.signUpWith('100', 'Hana'), await florin.confirm(await florin.signUp('Ines'))];
    await hana.client.call(endpoints.sendMoney, {
      body: { recipient_email: ines.user.email, amount: '5', currency: 'USD', note: '' },
    });
    const asked = await hana.client.call(endpoints.requestMoney, {
      body: { recipient_email: ines.user.email, amount: '7', currency: 'USD', note: '' },
    });
    const email = newAddress();
    await ask(ines, email);
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

  test('takes nothing along from an address that was never shown to be the member’s', async () => {
    const [hana, mallory] = [await florin.signUpWith('100', 'Hana'), await florin.signUp('Mallory')];
    const theirs = mallory.user.email;
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: theirs, amount: '5' } });
    const asked = await hana.client.call(endpoints.requestMoney, { body: { recipient_email: theirs, amount: '7' } });
    const email = newAddress();
    await ask(mallory, email);
    await confirm(mallory, await tokenTo(email));
    expect(await hana.client.call(endpoints.listContacts)).toMatchObject([{ email: theirs }]);
    expect(await mallory.client.call(endpoints.listPaymentRequests, { query: {} })).toEqual([]);
    const owner = await florin.confirm(await florin.signUp('Amara', theirs));
    expect(await owner.client.call(endpoints.listPaymentRequests, { query: {} })).toMatchObject([{ id: asked.id }]);
  });
});
