import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { noteDurability } from '../../../test/note-durability.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openContacts } from './index.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const contactsOf = ({ client }: TestMember) => client.call(endpoints.listContacts);
const add = ({ client }: TestMember, email: string, name?: string) =>
  client.call(endpoints.addContact, { body: { email, ...(name === undefined ? {} : { name }) } });
const change = ({ client }: TestMember, id: string, body: { name?: string; favorite?: boolean }) =>
  client.call(endpoints.changeContact, { params: { id }, body });
const send = ({ client }: TestMember, to: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount: '1.00' } });

describe('the first payment to an address', () => {
  // Rules: send-2
  test('makes a contact under the account’s name', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00', 'Ines'), await florin.signUp('Jonas')];
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toEqual([
      {
        id: expect.any(String),
        name: 'Jonas',
        email: jonas.user.email,
        avatar: null,
        favorite: false,
        last_sent_at: expect.any(String),
      },
    ]);
    expect(await contactsOf(jonas)).toEqual([]);
  });

  test('makes one under the address where there is no account', async () => {
    const ines = await florin.signUpWith('50.00', 'Ines');
    const email = `${randomUUID()}@elsewhere.example`;
    await send(ines, email);
    expect(await contactsOf(ines)).toMatchObject([{ name: email, email, last_sent_at: expect.any(String) }]);
  });

  test('does not make one where it was refused', async () => {
    const [ines, jonas] = [await florin.signUpWith('1.00', 'Ines'), await florin.signUp('Jonas')];
    await expect(send(ines, jonas.user.email)).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await contactsOf(ines)).toEqual([]);
  });

  test('goes through where the contact cannot be written; the next one makes it', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00', 'Ines'), await florin.signUp('Jonas')];
    await florin.database.ownerPool.query('revoke insert on contacts from florin_app');
    expect(await send(ines, jonas.user.email)).toMatchObject({ status: 'completed' });
    await florin.database.ownerPool.query('grant insert on contacts to florin_app');
    expect(await contactsOf(ines)).toEqual([]);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Jonas' }]);
  });

  test('that could not make a contact is in the log', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const contacts = openContacts({ pool: florin.database.pool, logger });
    await contacts.remember(randomUUID(), { id: randomUUID(), email: 'jonas@florin.example', name: 'Jonas' }); // of no member
    expect(lines).toEqual([expect.stringContaining('could not be made a contact')]);
  });
});

describe('a later payment', () => {
  test('keeps the name that the contact was given, and moves it up', async () => {
    const [ines, jonas, amara] = [
      await florin.signUpWith('50.00', 'Ines'),
      await florin.signUp('Jonas'),
      await florin.signUp('Amara'),
    ];
    await send(ines, jonas.user.email);
    await send(ines, amara.user.email);
    const jonasId = (await contactsOf(ines)).find(({ name }) => name === 'Jonas')?.id ?? '';
    await change(ines, jonasId, { name: 'Jo from work' });

    // Another node has not seen the first payment.
    const elsewhere = openContacts({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    await elsewhere.remember(ines.user.id, jonas.user);
    expect((await contactsOf(ines)).map(({ name }) => name)).toEqual(['Jo from work', 'Amara']);
  });

  test('calls a contact who had no account by their name once they have one; a name that was given stays', async () => {
    const ines = await florin.signUpWith('50.00', 'Ines');
    const [jonas, amara] = [`${randomUUID()}@elsewhere.example`, `${randomUUID()}@elsewhere.example`];
    for (const email of [jonas, amara]) await send(ines, email);
    const known = (await contactsOf(ines)).find(({ email }) => email === jonas);
    await change(ines, known?.id ?? '', { name: 'Jo from work' });
    await florin.signUp('Jonas', jonas);
    await florin.signUp('Amara', amara);
    for (const email of [jonas, amara]) await send(ines, email);
    expect((await contactsOf(ines)).map(({ name }) => name).toSorted()).toEqual(['Amara', 'Jo from work']);
  });

  test('waits for the disk with its contact and with whom it is to, and not with a later minute', async () => {
    const [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
    const durability = await noteDurability(florin.database.ownerPool, 'contacts');
    const contacts = openContacts({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    const remember = () => contacts.remember(ines.user.id, jonas.user);
    await remember();
    expect(await durability()).toEqual(['on']);
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await remember();
    later.mockRestore();
    await expect.poll(durability).toEqual(['on', 'off']);
    await contacts.remember(ines.user.id, { ...jonas.user, id: randomUUID() });
    expect(await durability()).toEqual(['on', 'off', 'on']);
  });

  test('within the minute writes nothing, and many at once make one contact', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp()];
    await Promise.all(Array.from({ length: 20 }, () => send(ines, jonas.user.email)));
    const [contact] = await contactsOf(ines);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toEqual([contact]);
  });

  test('within the minute is written where somebody else has the address by now', async () => {
    const [ines, email] = [await florin.signUp('Ines'), `${randomUUID()}@elsewhere.example`];
    const sentTo = async () => {
      const { rows } = await florin.database.ownerPool.query<{ sent_to: string }>(
        'select sent_to from contacts where user_id = $1',
        [ines.user.id],
      );
      return rows.map((row) => row.sent_to);
    };
    const contacts = openContacts({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    const [nobody, tom, mallory] = ['nobody', 'Tom', 'Mallory'].map((name) => ({ id: randomUUID(), email, name }));
    if (!nobody || !tom || !mallory) throw new Error('there are three');
    await contacts.remember(ines.user.id, nobody);
    expect(await sentTo()).toEqual([nobody.id]);
    await Promise.all([contacts.remember(ines.user.id, tom), contacts.remember(ines.user.id, mallory)]);
    expect(await sentTo()).toEqual([mallory.id]);
  });

  test('brings back a contact that was removed', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp('Jonas')];
    await send(ines, jonas.user.email);
    const [contact] = await contactsOf(ines);
    await ines.client.call(endpoints.removeContact, { params: { id: contact?.id ?? '' } });
    expect(await contactsOf(ines)).toEqual([]);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Jonas' }]);
  });
});

describe('writing somebody down', () => {
  test('takes the name given, else the account’s, else the address', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp('Jonas')];
    const amara = await florin.signUp('Amara');
    expect(await add(ines, jonas.user.email, 'Jo')).toMatchObject({ name: 'Jo', favorite: false, last_sent_at: null });
    expect(await add(ines, amara.user.email)).toMatchObject({ name: 'Amara' });
    expect(await add(ines, ' Nobody@Elsewhere.example')).toMatchObject({ name: 'nobody@elsewhere.example' });
  });

  test('shows the avatar of the account', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    await florin.database.ownerPool.query(`update users set avatar = 'a.png' where id = $1`, [jonas.user.id]);
    expect(await add(ines, jonas.user.email)).toMatchObject({ avatar: 'a.png' });
  });

  test('is refused for oneself, and for whoever is there already', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    await expect(add(ines, ines.user.email)).rejects.toMatchObject(refusedWith('recipient_is_self'));
    await add(ines, jonas.user.email);
    await expect(add(ines, jonas.user.email, 'Jo')).rejects.toMatchObject(refusedWith('contact_exists'));
  });
});

describe('the list', () => {
  // Rules: api-15
  test('has favourites first, then who was paid last, then the others by name', async () => {
    const ines = await florin.signUpWith('50.00');
    const at = (name: string) => `${name}.${ines.user.id}@elsewhere.example`;
    for (const name of ['zoe', 'ben', 'Ada']) await add(ines, at(name), name);
    await send(ines, at('carl'));
    await send(ines, at('dora'));
    const zoe = (await contactsOf(ines)).find(({ name }) => name === 'zoe')?.id ?? '';
    expect(await change(ines, zoe, { favorite: true })).toMatchObject({ name: 'zoe', favorite: true });
    const names = (await contactsOf(ines)).map(({ name }) => name.split('.')[0]);
    expect(names).toEqual(['zoe', 'dora', 'carl', 'Ada', 'ben']);
  });

  test('is a member’s own: another can neither change nor remove', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp()];
    const { id } = await add(ines, mallory.user.email, 'Mal');
    await expect(change(mallory, id, { name: 'x' })).rejects.toMatchObject(refusedWith('contact_not_found'));
    await expect(mallory.client.call(endpoints.removeContact, { params: { id } })).rejects.toMatchObject(
      refusedWith('contact_not_found'),
    );
    await expect(change(ines, 'no-uuid', { name: 'x' })).rejects.toMatchObject(refusedWith('contact_not_found'));
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Mal' }]);
  });

  test('lets open pages know of each change', async () => {
    const ines = await florin.signUp();
    const version = async () => {
      const { rows } = await florin.database.ownerPool.query<{ version: bigint }>(
        `select version from member_changes where user_id = $1 and topic = 'contacts'`,
        [ines.user.id],
      );
      return rows[0]?.version;
    };
    const { id } = await add(ines, 'jo@elsewhere.example', 'Jo');
    expect(await version()).toBe(1n);
    await change(ines, id, { favorite: true });
    expect(await version()).toBe(2n);
    await ines.client.call(endpoints.removeContact, { params: { id } });
    expect(await version()).toBe(3n);
  });
});
