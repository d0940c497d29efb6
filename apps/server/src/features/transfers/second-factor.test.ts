import { randomUUID } from 'node:crypto';
import { CallRefused, endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, carefulMember, type Authenticator } from '../../../test/two-factor.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let app: Authenticator;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
/** Ines sends to Jonas. */
beforeEach(async () => {
  [ines, app] = await carefulMember(florin, 'Ines');
  jonas = await florin.signUp('Jonas');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type To = { readonly to?: string; readonly currency?: 'USD' | 'EUR'; readonly key?: string };

const send = (amount: string, { to = jonas.user.email, currency = 'USD', key = randomUUID() }: To = {}) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: to, amount, currency } }, { idempotencyKey: key });
const showFactor = () => ines.client.call(endpoints.stepUp, { body: { code: app.code() } });
const received = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;
const asksForFactor = refusedWith('second_factor_required');

/** Jonas has been paid before. */
async function payBefore(to = jonas.user.email) {
  await showFactor();
  await send('1.00', { to });
  await aWhileLater(florin, ines);
}

describe('the first send to somebody', () => {
  // Rules: security-9
  test('asks for the second factor, and then the same call goes through, once', async () => {
    const key = randomUUID();
    await expect(send('5.00', { key })).rejects.toMatchObject(asksForFactor);
    await showFactor();
    const sent = await send('5.00', { key });
    expect(await send('5.00', { key })).toEqual(sent);
    expect(await received(jonas)).toBe('5.00');
  });

  test('is the first until it stands: a refused one makes nobody known', async () => {
    await showFactor();
    await expect(send('2999.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await aWhileLater(florin, ines);
    await expect(send('5.00')).rejects.toMatchObject(asksForFactor);
  });

  test('still asks where they were only written down', async () => {
    await ines.client.call(endpoints.addContact, { body: { email: jonas.user.email, name: 'Jonas' } });
    await expect(send('5.00')).rejects.toMatchObject(asksForFactor);
    await payBefore();
    await send('5.00');
  });

  test('asks for an address without an account too, before anybody is invited', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await expect(send('5.00', { to })).rejects.toMatchObject(asksForFactor);
    const { rows } = await florin.database.ownerPool.query('select from invitees where email = $1', [to]);
    expect(rows).toEqual([]);
    await payBefore(to);
    expect(await send('5.00', { to })).toMatchObject({ status: 'pending' });
  });

  test('to whoever has the address of somebody who left is a first one again', async () => {
    await florin.confirm(jonas);
    await showFactor();
    await send('1.00');
    await jonas.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '0.98' } });
    await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
    await florin.signUp('Another Jonas', jonas.user.email);
    await aWhileLater(florin, ines);
    await expect(send('5.00')).rejects.toMatchObject(asksForFactor);
  });

  // Rules: security-9
  test('to whoever opened an account with an address that money waits for is a first one', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await payBefore(to);
    await florin.signUp('Mallory', to);
    await expect(send('300.00', { to })).rejects.toMatchObject(asksForFactor);
    await payBefore(to);
    expect(await send('300.00', { to })).toMatchObject({ status: 'completed' });
  });

  test('to whoever opened an account with the address of somebody who never confirmed it and left is a first one', async () => {
    await payBefore();
    await jonas.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '0.98' } });
    await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
    await florin.signUp('Mallory', jonas.user.email);
    await expect(send('5.00')).rejects.toMatchObject(asksForFactor);
  });

  test('repeated after the ten minutes gets its first answer, also where the contact is gone', async () => {
    const key = randomUUID();
    await showFactor();
    const sent = await send('5.00', { key });
    await aWhileLater(florin, ines);
    expect(await send('5.00', { key })).toEqual(sent);
    const [contact] = await ines.client.call(endpoints.listContacts);
    await ines.client.call(endpoints.removeContact, { params: { id: contact?.id ?? '' } });
    expect(await send('5.00', { key })).toEqual(sent);
    await expect(send('6.00', { key })).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    expect(await received(jonas)).toBe('5.00');
  });

  test('of somebody without two-factor authentication, and a large one, asks for nothing', async () => {
    const hana = await florin.signUpWith('3000.00', 'Hana');
    await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [hana.user.id]);
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '900.00' } });
    expect(await received(jonas)).toBe('900.00');
  });
});

describe('what is sent on one day without a second factor', () => {
  beforeEach(() => payBefore());

  test('is 500 dollars at most, to the cent; what is above goes through with one', async () => {
    const key = randomUUID();
    await send('499.99');
    await expect(send('0.02', { key })).rejects.toMatchObject(
      refusedWith('second_factor_required', { detail: expect.stringContaining('you can send $0.01 more today') }),
    );
    await send('0.01');
    await showFactor();
    await send('0.02', { key });
    await send('600.00');
    await aWhileLater(florin, ines);
    await expect(send('0.01')).rejects.toMatchObject(asksForFactor);
    expect(await received(jonas)).toBe('1101.02');
  });

  test('counts another currency by its equivalent', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const funds = { amount: '1000.00', currency: 'EUR' as const, payment_method_id: card?.id ?? '' };
    await ines.client.call(endpoints.addFunds, { body: funds });
    await send('400.00', { currency: 'EUR' }); // more than 400 dollars, and less than 500
    await expect(send('90.00', { currency: 'EUR' })).rejects.toMatchObject(asksForFactor);
  });

  // Rules: security-9
  test('is no more in twenty sends at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => send('30.00')));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toBeInstanceOf(CallRefused);
    for (const reason of refused) expect(reason).toMatchObject(asksForFactor);
    expect(await received(jonas)).toBe('481.00');
  });

  test('is given back with a send that is called back', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await aWhileLater(florin, ines);
    await payBefore(to);
    const { id } = await send('500.00', { to });
    await expect(send('0.01')).rejects.toMatchObject(asksForFactor);
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await send('500.00');
  });

  test('repeated above it gets the first answer', async () => {
    const key = randomUUID();
    await showFactor();
    const sent = await send('700.00', { key });
    await aWhileLater(florin, ines);
    expect(await send('700.00', { key })).toEqual(sent);
  });

  test('asks for no factor where the limit of the day would refuse it anyway', async () => {
    await florin.database.ownerPool.query('update users set kyc_level = 0 where id = $1', [ines.user.id]);
    await expect(send('600.00')).rejects.toMatchObject(refusedWith('limit_exceeded'));
  });
});
