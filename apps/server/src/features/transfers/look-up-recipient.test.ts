import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

import { deleteExpired } from '../identity/delete-expired.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
});
afterAll(() => florin.close());

const lookUp = ({ client }: TestMember, email: string) => client.call(endpoints.lookUpRecipient, { body: { email } });
const send = ({ client }: TestMember, to: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount: '1.00' } });
const addContact = ({ client }: TestMember, email: string, name: string | undefined) =>
  client.call(endpoints.addContact, { body: { email, name } });
const tooMany = (detail: RegExp) => refusedWith('too_many_requests', { detail: expect.stringMatching(detail) });

/** Makes all counters older. */
const skipHours = (hours: number) =>
  florin.database.ownerPool.query(
    'update use_counts set counted_until = counted_until - make_interval(secs => $1 * 3600)',
    [hours],
  );

const unknown = { registered: false, name: null, contact_name: null, known: false, resembles: null };

describe('looking up a recipient', () => {
  test("shows whether an address has an account, and the account's name", async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp('Jonas')];
    expect(await lookUp(ines, jonas.user.email.toUpperCase())).toEqual({
      ...unknown,
      email: jonas.user.email,
      registered: true,
      name: 'Jonas',
    });
    expect(await lookUp(ines, 'nobody@elsewhere.example')).toEqual({ ...unknown, email: 'nobody@elsewhere.example' });
  });

  test('shows members their own name for their own address', async () => {
    const ines = await florin.signUp('Ines');
    const expected = { ...unknown, email: ines.user.email, registered: true, name: 'Ines' };
    expect(await lookUp(ines, ines.user.email)).toEqual(expected);
  });

  test("marks a paid recipient as known and shows the contact's name", async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp('Jonas')];
    const { id } = await ines.client.call(endpoints.addContact, { body: { email: jonas.user.email, name: 'Jo' } });
    await send(ines, jonas.user.email);
    expect(await lookUp(ines, jonas.user.email)).toMatchObject({ name: 'Jo', known: true, resembles: null });
    await ines.client.call(endpoints.changeContact, { params: { id }, body: { name: 'Jonas W' } });
    expect(await lookUp(ines, jonas.user.email)).toMatchObject({ name: 'Jonas W', registered: true });
  });

  test("shows an unpaid recipient's account name next to the contact's name", async () => {
    const [ines, email] = [await florin.signUpWith('50.00'), `${randomUUID()}@elsewhere.example`];
    await ines.client.call(endpoints.addContact, { body: { email, name: 'Léa Moreau' } });
    expect(await lookUp(ines, email)).toEqual({ ...unknown, email, name: 'Léa Moreau' });
    await florin.signUp('Mallory', email);
    const asked = { ...unknown, email, registered: true, name: 'Mallory', contact_name: 'Léa Moreau' };
    expect(await lookUp(ines, email)).toEqual(asked);
    await send(ines, email);
    expect(await lookUp(ines, email)).toEqual({ ...asked, name: 'Léa Moreau', contact_name: null, known: true });
  });

  test('marks a paid address without an account as known, but not an account opened with it later', async () => {
    const [ines, email] = [await florin.signUpWith('50.00'), `${randomUUID()}@elsewhere.example`];
    await send(ines, email);
    expect(await lookUp(ines, email)).toEqual({ ...unknown, email, known: true });
    await florin.signUp('Mallory', email);
    const asked = { ...unknown, email, registered: true, name: 'Mallory' };
    expect(await lookUp(ines, email)).toEqual(asked);
    await send(ines, email);
    expect(await lookUp(ines, email)).toEqual({ ...asked, known: true });
  });

  test("does not mark a new account with a closed account's unconfirmed address as known", async () => {
    const [ines, tom] = [await florin.signUpWith('50.00'), await florin.signUpWith('5.00', 'Tom')];
    const { email } = tom.user;
    await send(ines, email);
    expect(await lookUp(ines, email)).toMatchObject({ name: 'Tom', known: true });
    await tom.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '5.88' } });
    await tom.client.call(endpoints.closeAccount, { body: { current_password: tom.password } });
    expect(await lookUp(ines, email)).toEqual({ ...unknown, email });
    await florin.signUp('Mallory', email);
    expect(await lookUp(ines, email)).toEqual({ ...unknown, email, registered: true, name: 'Mallory' });
  });

  test('marks a member who changed the address as known only by the old address', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.confirm(await florin.signUp('Jonas'))];
    await send(ines, jonas.user.email);
    const email = `${randomUUID()}@elsewhere.example`;
    await jonas.client.call(endpoints.changeEmail, { body: { email, current_password: jonas.password } });
    const [mail] = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
    await jonas.client.call(endpoints.confirmEmailChange, { body: { token: mail?.link?.split('#')[1] ?? '' } });
    expect(await lookUp(ines, jonas.user.email)).toMatchObject({ name: 'Jonas', known: true });
    expect(await lookUp(ines, email)).toMatchObject({ name: 'Jonas', known: false });
  });

  test('warns only of an address that resembles a paid address', async () => {
    const ines = await florin.signUpWith('50.00');
    await send(ines, 'amara.nwosu@elsewhere.example');
    await ines.client.call(endpoints.addContact, { body: { email: 'lea.moreau@elsewhere.example', name: 'Léa' } });
    expect((await lookUp(ines, 'amara.nwosv@elsewhere.example')).resembles).toEqual({
      name: 'amara.nwosu@elsewhere.example',
      email: 'amara.nwosu@elsewhere.example',
    });
    expect((await lookUp(ines, 'lea.moreaux@elsewhere.example')).resembles).toBeNull();
    await send(ines, 'amara.nwosv@elsewhere.example');
    expect(await lookUp(ines, 'amara.nwosv@elsewhere.example')).toMatchObject({ known: true, resembles: null });
  });

  // Rules: security-25
  test('allows 60 lookups of strangers a minute and always allows known recipients', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp()];
    await send(ines, jonas.user.email);
    for (let i = 0; i < 60; i++) await lookUp(ines, `stranger${i % 7}@elsewhere.example`);
    const perMinute = tooMany(/Try again in a minute/);
    await expect(lookUp(ines, 'one.more@elsewhere.example')).rejects.toMatchObject(perMinute);
    for (const name of [undefined, 'One More'])
      await expect(addContact(ines, 'one.more@elsewhere.example', name)).rejects.toMatchObject(perMinute);
    expect(await lookUp(ines, jonas.user.email)).toMatchObject({ known: true });
    await skipHours(1);
    expect(await lookUp(ines, 'one.more@elsewhere.example')).toMatchObject({ registered: false });
  });

  // Rules: security-25
  test('allows 20 lookups of strangers a day, even concurrent lookups, and says when to try again', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    for (let i = 0; i < 15; i++) await lookUp(ines, `stranger${i}@elsewhere.example`);
    await addContact(ines, 'stranger15@elsewhere.example', 'A stranger');
    await skipHours(20);
    const more = Array.from({ length: 10 }, (_, i) => lookUp(ines, `stranger${20 + i}@elsewhere.example`));
    expect((await Promise.allSettled(more)).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const perDay = tooMany(/20 new people/);
    await expect(lookUp(ines, jonas.user.email)).rejects.toMatchObject(perDay);
    for (const name of [undefined, 'Jonas'])
      await expect(
        addContact(ines, jonas.user.email, name),
        "adding a contact would reveal the account's avatar",
      ).rejects.toMatchObject(perDay);
    const refused = await florin.app.http.inject({
      method: 'POST',
      url: `/api${endpoints.lookUpRecipient.path}`,
      headers: { authorization: `Bearer ${ines.token}` },
      payload: { email: jonas.user.email },
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(3 * 3_600);
    expect(seconds).toBeLessThanOrEqual(4 * 3_600);
    expect(await lookUp(ines, 'stranger3@elsewhere.example'), 'an address of an earlier lookup').toMatchObject({
      registered: false,
    });
    await skipHours(4);
    expect(await lookUp(ines, jonas.user.email)).toMatchObject({ registered: true });
  });

  test('does not count lookups of strangers who are paid afterwards', async () => {
    const ines = await florin.signUpWith('100.00');
    for (let i = 0; i < 25; i++) {
      expect(await lookUp(ines, `paid${i}@elsewhere.example`)).toMatchObject({ known: false });
      await send(ines, `paid${i}@elsewhere.example`);
    }
  });

  test('deletes expired lookup counters, and stores no address in them', async () => {
    const ines = await florin.signUp();
    await lookUp(ines, 'private@elsewhere.example');
    const counters = async () =>
      (
        await florin.database.ownerPool.query<{ use: string }>('select use from use_counts where user_id = $1', [
          ines.user.id,
        ])
      ).rows.map(({ use }) => use);
    expect(await counters()).toHaveLength(2);
    expect((await counters()).join(' ')).not.toContain('private');
    await skipHours(23);
    await deleteExpired({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    expect(await counters()).toHaveLength(1);
    await skipHours(2);
    await deleteExpired({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    expect(await counters()).toEqual([]);
  });
});
