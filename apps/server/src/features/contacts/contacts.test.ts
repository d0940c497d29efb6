import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recordDurability } from '../../../test/record-durability.ts';
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

describe('a first payment', () => {
  // Rules: send-2
  test('a first payment to a member adds a contact with the account’s name', async () => {
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

  test('a first payment to an address without an account adds a contact named after the address', async () => {
    const ines = await florin.signUpWith('50.00', 'Ines');
    const email = `${randomUUID()}@elsewhere.example`;
    await send(ines, email);
    expect(await contactsOf(ines)).toMatchObject([{ name: email, email, last_sent_at: expect.any(String) }]);
  });

  test('a refused payment adds no contact', async () => {
    const [ines, jonas] = [await florin.signUpWith('1.00', 'Ines'), await florin.signUp('Jonas')];
    await expect(send(ines, jonas.user.email)).rejects.toMatchObject(refusedWith('insufficient_balance'));
    expect(await contactsOf(ines)).toEqual([]);
  });

  test('a payment succeeds when its contact cannot be written, and the next payment adds the contact', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00', 'Ines'), await florin.signUp('Jonas')];
    await florin.database.ownerPool.query('revoke insert on contacts from florin_app');
    expect(await send(ines, jonas.user.email)).toMatchObject({ status: 'completed' });
    await florin.database.ownerPool.query('grant insert on contacts to florin_app');
    expect(await contactsOf(ines)).toEqual([]);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Jonas' }]);
  });

  test('logs an error when a payment cannot add its contact', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => void lines.push(line) });
    const contacts = openContacts({ pool: florin.database.pool, logger });
    await contacts.remember(randomUUID(), { id: randomUUID(), email: 'jonas@florin.example', name: 'Jonas' }); // the sender does not exist
    expect(lines).toEqual([expect.stringContaining('cannot add the recipient')]);
  });
});

describe('a later payment', () => {
  test('a later payment keeps the contact’s custom name and moves the contact to the top', async () => {
    const [ines, jonas, amara] = [
      await florin.signUpWith('50.00', 'Ines'),
      await florin.signUp('Jonas'),
      await florin.signUp('Amara'),
    ];
    await send(ines, jonas.user.email);
    await send(ines, amara.user.email);
    const jonasId = (await contactsOf(ines)).find(({ name }) => name === 'Jonas')?.id ?? '';
    await change(ines, jonasId, { name: 'Jo from work' });

    // A second node has not seen the first payment.
    const elsewhere = openContacts({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    await elsewhere.remember(ines.user.id, jonas.user);
    expect((await contactsOf(ines)).map(({ name }) => name)).toEqual(['Jo from work', 'Amara']);
  });

  test('a contact without an account gets the account’s name after sign-up, unless the member named it', async () => {
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

  test('writing a new contact or a new address holder is durable, and updating the payment time is not', async () => {
    const [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
    const durability = await recordDurability(florin.database.ownerPool, 'contacts');
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

  test('payments within a minute write the contact once, even when they run in parallel', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp()];
    await Promise.all(Array.from({ length: 20 }, () => send(ines, jonas.user.email)));
    const [contact] = await contactsOf(ines);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toEqual([contact]);
  });

  test('a second payment within a minute updates the contact when the address has a new holder', async () => {
    const [ines, email] = [await florin.signUp('Ines'), `${randomUUID()}@elsewhere.example`];
    const sentTo = async () => {
      const { rows } = await florin.database.ownerPool.query<{ sent_to: string }>(
        'select sent_to from contacts where user_id = $1',
        [ines.user.id],
      );
      return rows.map((row) => row.sent_to);
    };
    const contacts = openContacts({ pool: florin.database.pool, logger: pino({ level: 'silent' }) });
    const [invitee, tom, mallory] = ['invitee', 'Tom', 'Mallory'].map((name) => ({ id: randomUUID(), email, name }));
    if (!invitee || !tom || !mallory) throw new Error('expected three holders');
    await contacts.remember(ines.user.id, invitee);
    expect(await sentTo()).toEqual([invitee.id]);
    await Promise.all([contacts.remember(ines.user.id, tom), contacts.remember(ines.user.id, mallory)]);
    expect(await sentTo()).toEqual([mallory.id]);
  });

  test('a payment adds a removed contact again', async () => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp('Jonas')];
    await send(ines, jonas.user.email);
    const [contact] = await contactsOf(ines);
    await ines.client.call(endpoints.removeContact, { params: { id: contact?.id ?? '' } });
    expect(await contactsOf(ines)).toEqual([]);
    await send(ines, jonas.user.email);
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Jonas' }]);
  });
});

describe('adding a contact', () => {
  test('a contact gets the given name, else the account’s name, else the address', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp('Jonas')];
    const amara = await florin.signUp('Amara');
    expect(await add(ines, jonas.user.email, 'Jo')).toMatchObject({ name: 'Jo', favorite: false, last_sent_at: null });
    expect(await add(ines, amara.user.email)).toMatchObject({ name: 'Amara' });
    expect(await add(ines, ' Nobody@Elsewhere.example')).toMatchObject({ name: 'nobody@elsewhere.example' });
  });

  test('a contact has the account’s avatar', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    await florin.database.ownerPool.query(`update users set avatar = 'a.png' where id = $1`, [jonas.user.id]);
    expect(await add(ines, jonas.user.email)).toMatchObject({ avatar: 'a.png' });
  });

  test('rejects the member’s own address and an address that is already a contact', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    await expect(add(ines, ines.user.email)).rejects.toMatchObject(refusedWith('recipient_is_self'));
    await add(ines, jonas.user.email);
    await expect(add(ines, jonas.user.email, 'Jo')).rejects.toMatchObject(refusedWith('contact_exists'));
  });
});

describe('the contact list', () => {
  // Rules: api-15
  test('the contact list starts with favorites, then the contacts paid last, then the others by name', async () => {
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

  test('a member cannot change or remove another member’s contact', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp()];
    const { id } = await add(ines, mallory.user.email, 'Mal');
    await expect(change(mallory, id, { name: 'x' })).rejects.toMatchObject(refusedWith('contact_not_found'));
    await expect(mallory.client.call(endpoints.removeContact, { params: { id } })).rejects.toMatchObject(
      refusedWith('contact_not_found'),
    );
    await expect(change(ines, 'no-uuid', { name: 'x' })).rejects.toMatchObject(refusedWith('contact_not_found'));
    expect(await contactsOf(ines)).toMatchObject([{ name: 'Mal' }]);
  });

  test('each change of a contact raises the version that open pages follow', async () => {
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
