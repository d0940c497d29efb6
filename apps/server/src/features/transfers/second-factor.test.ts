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
/** Ines sends money to Jonas. */
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
const needsFactor = refusedWith('second_factor_required');

/** Pays the recipient once with two-factor confirmation. */
async function payBefore(to = jonas.user.email) {
  await showFactor();
  await send('1.00', { to });
  await aWhileLater(florin, ines);
}

describe('the first payment to a recipient', () => {
  // Rules: security-9
  test('requires two-factor confirmation for the first payment, then accepts the same call once', async () => {
    const key = randomUUID();
    await expect(send('5.00', { key })).rejects.toMatchObject(needsFactor);
    await showFactor();
    const sent = await send('5.00', { key });
    expect(await send('5.00', { key })).toEqual(sent);
    expect(await received(jonas)).toBe('5.00');
  });

  test('does not count a rejected payment as the first payment to a recipient', async () => {
    await showFactor();
    await expect(send('2999.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await aWhileLater(florin, ines);
    await expect(send('5.00')).rejects.toMatchObject(needsFactor);
  });

  test('requires two-factor confirmation for a saved but unpaid contact', async () => {
    await ines.client.call(endpoints.addContact, { body: { email: jonas.user.email, name: 'Jonas' } });
    await expect(send('5.00')).rejects.toMatchObject(needsFactor);
    await payBefore();
    await send('5.00');
  });

  test('requires two-factor confirmation for an address without an account before inviting it', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await expect(send('5.00', { to })).rejects.toMatchObject(needsFactor);
    const { rows } = await florin.database.ownerPool.query('select from invitees where email = $1', [to]);
    expect(rows).toEqual([]);
    await payBefore(to);
    expect(await send('5.00', { to })).toMatchObject({ status: 'pending' });
  });

  test("requires two-factor confirmation for a new account with a closed account's address", async () => {
    await florin.confirm(jonas);
    await showFactor();
    await send('1.00');
    await jonas.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '0.98' } });
    await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
    await florin.signUp('Another Jonas', jonas.user.email);
    await aWhileLater(florin, ines);
    await expect(send('5.00')).rejects.toMatchObject(needsFactor);
  });

  // Rules: security-9
  test('requires two-factor confirmation for an account opened after a held send to its address', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await payBefore(to);
    await florin.signUp('Mallory', to);
    await expect(send('300.00', { to })).rejects.toMatchObject(needsFactor);
    await payBefore(to);
    expect(await send('300.00', { to })).toMatchObject({ status: 'completed' });
  });

  test("requires two-factor confirmation for a new account with a closed account's unconfirmed address", async () => {
    await payBefore();
    await jonas.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '0.98' } });
    await jonas.client.call(endpoints.closeAccount, { body: { current_password: jonas.password } });
    await florin.signUp('Mallory', jonas.user.email);
    await expect(send('5.00')).rejects.toMatchObject(needsFactor);
  });

  test("repeats a payment's answer ten minutes after the confirmation, even without the contact", async () => {
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

  test('requires no confirmation from a member without two-factor authentication', async () => {
    const hana = await florin.signUpWith('3000.00', 'Hana');
    await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [hana.user.id]);
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '900.00' } });
    expect(await received(jonas)).toBe('900.00');
  });
});

describe('the daily send limit without two-factor confirmation', () => {
  beforeEach(() => payBefore());

  test('allows payments of 500 dollars a day without two-factor confirmation, and larger amounts with it', async () => {
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
    await expect(send('0.01')).rejects.toMatchObject(needsFactor);
    expect(await received(jonas)).toBe('1101.02');
  });

  test('counts other currencies at their dollar equivalent', async () => {
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const funds = { amount: '1000.00', currency: 'EUR' as const, payment_method_id: card?.id ?? '' };
    await ines.client.call(endpoints.addFunds, { body: funds });
    await send('400.00', { currency: 'EUR' }); // more than 400 dollars, and less than 500
    await expect(send('90.00', { currency: 'EUR' })).rejects.toMatchObject(needsFactor);
  });

  // Rules: security-9
  test('keeps the daily limit under 20 concurrent sends', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => send('30.00')));
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toBeInstanceOf(CallRefused);
    for (const reason of refused) expect(reason).toMatchObject(needsFactor);
    expect(await received(jonas)).toBe('481.00');
  });

  test('restores the daily limit after a canceled send', async () => {
    const to = `${randomUUID()}@elsewhere.example`;
    await aWhileLater(florin, ines);
    await payBefore(to);
    const { id } = await send('500.00', { to });
    await expect(send('0.01')).rejects.toMatchObject(needsFactor);
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await send('500.00');
  });

  test('repeats the answer of a payment above the daily limit', async () => {
    const key = randomUUID();
    await showFactor();
    const sent = await send('700.00', { key });
    await aWhileLater(florin, ines);
    expect(await send('700.00', { key })).toEqual(sent);
  });

  test('reports an exceeded verification limit instead of requiring two-factor confirmation', async () => {
    await florin.database.ownerPool.query('update users set kyc_level = 0 where id = $1', [ines.user.id]);
    await expect(send('600.00')).rejects.toMatchObject(refusedWith('limit_exceeded'));
  });
});
