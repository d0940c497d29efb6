import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, mailsTo } from '../../../test/ask-for-money.ts';
import { changeAddress, newAddress } from '../../../test/change-address.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const confirmed = async (usd: string, name: string) => florin.confirm(await florin.signUpWith(usd, name));
const send = (from: TestMember, email: string, amount = '1') =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount } });
const moveTo = (member: TestMember, email?: string) => changeAddress(florin, member, email);
const giveUp = (member: TestMember, email: string) => member.client.call(endpoints.giveUpAddress, { body: { email } });

/** Returns everything that a member can read about others. */
async function everythingShownTo({ client, user }: TestMember): Promise<string> {
  const lines = await client.call(endpoints.listTransactions, { query: {} });
  return JSON.stringify([
    lines,
    await client.call(endpoints.listContacts),
    await client.call(endpoints.listPaymentRequests, { query: {} }),
    await client.call(endpoints.listNotifications),
    await Promise.all(lines.map(({ id }) => client.call(endpoints.getTransaction, { params: { id } }))),
    await mailsTo(florin, user.email),
  ]);
}

describe('a new address of a member', () => {
  // Rules: identity-14
  test('a new address stays hidden in contacts, history, requests, notifications and mails of people who know the old address', async () => {
    const [hana, ines] = [await confirmed('100', 'Hana'), await confirmed('100', 'Ines')];
    const old = ines.user.email;
    await send(hana, old);
    await send(ines, hana.user.email);
    await askForMoney(hana, ines);
    await askForMoney(ines, hana);
    const current = await moveTo(ines);
    await send(hana, old);
    await send(ines, hana.user.email);
    await askForMoney(hana, ines);
    await askForMoney(ines, hana, '3');
    const shown = await everythingShownTo(hana);
    expect(shown).toContain(old);
    expect(shown).not.toContain(current);
  });

  // Rules: identity-14
  test('a new address stays hidden from a stranger who saved the old address as a contact', async () => {
    const [mallory, ines] = [await florin.signUp('Mallory'), await confirmed('10', 'Ines')];
    const contact = { email: ines.user.email, name: 'Target' };
    await mallory.client.call(endpoints.addContact, { body: contact });
    const current = await moveTo(ines);
    expect(await mallory.client.call(endpoints.listContacts)).toMatchObject([contact]);
    await ines.client.call(endpoints.requestMoney, { body: { recipient_email: mallory.user.email, amount: '1' } });
    await send(ines, mallory.user.email);
    expect(await everythingShownTo(mallory)).not.toContain(current);
  });

  test('a new address is visible to people who pay it and to people who knew no earlier address', async () => {
    const [hana, lea, ines] = [await confirmed('9', 'Hana'), await florin.signUp('Lea'), await confirmed('9', 'Ines')];
    await send(hana, ines.user.email);
    const current = await moveTo(ines);
    await send(hana, current);
    expect((await hana.client.call(endpoints.listTransactions, { query: { type: 'send' } }))[0]).toMatchObject({
      to: current,
    });
    await send(ines, lea.user.email);
    expect((await lea.client.call(endpoints.listTransactions, { query: {} }))[0]).toMatchObject({ from: current });
  });

  test('a member who changes addresses back and forth keeps all addresses', async () => {
    const [hana, ines] = [await confirmed('100', 'Hana'), await confirmed('10', 'Ines')];
    const first = ines.user.email;
    await send(hana, first);
    const second = await moveTo(ines);
    await moveTo(ines, first);
    await moveTo(ines, second);
    const third = await moveTo(ines);
    const former = await ines.client.call(endpoints.listFormerAddresses);
    expect(former.map(({ email }) => email).toSorted()).toEqual([first, second].toSorted());
    for (const address of [first, second, third])
      expect(await send(hana, address)).toMatchObject({ status: 'completed' });
    expect((await ines.client.call(endpoints.me)).balances.usd_exact).toBe('14.00');
  });
});

describe('a former address', () => {
  test('a former address still works for payments, requests, look-ups and contacts', async () => {
    const [hana, ines] = [await confirmed('100', 'Hana'), await confirmed('10', 'Ines')];
    const old = ines.user.email;
    await moveTo(ines);
    expect(await send(hana, old)).toMatchObject({ status: 'completed', to: old, counterparty: 'Ines' });
    const asked = await askForMoney(hana, ines, '2');
    const [incoming] = await ines.client.call(endpoints.listPaymentRequests, { query: {} });
    expect(incoming).toMatchObject({ id: asked.id, direction: 'incoming' });
    await ines.client.call(endpoints.payRequest, { params: { id: asked.id } });
    const lookUp = (email: string) => hana.client.call(endpoints.lookUpRecipient, { body: { email } });
    expect(await lookUp(old)).toMatchObject({ email: old, registered: true, known: true });
  });

  // Rules: identity-14
  test('other people cannot sign up with or change to a former address, even in parallel', async () => {
    const [ines, mallory] = [await confirmed('10', 'Ines'), await confirmed('10', 'Mallory')];
    const old = ines.user.email;
    const signUp = () =>
      florin.client.call(endpoints.signup, { body: { name: 'Eve', email: old, password: 'correct horse battery' } });
    const [, ...others] = await Promise.allSettled([moveTo(ines), signUp(), signUp(), signUp()]);
    for (const other of others) expect(other).toMatchObject({ status: 'rejected', reason: refusedWith('email_taken') });
    await expect(signUp()).rejects.toMatchObject(refusedWith('email_taken'));
    await mallory.client.call(endpoints.changeEmail, { body: { email: old, current_password: mallory.password } });
    expect((await mailsTo(florin, old)).map(({ subject }) => subject)).not.toContain('Confirm your new email address');
    await expect(
      florin.database.pool.query('update users set email = $2 where id = $1', [mallory.user.id, old]),
    ).rejects.toMatchObject({ code: '23505' });
  });

  test('a member cannot pay, request from or save their own former address', async () => {
    const ines = await confirmed('10', 'Ines');
    const old = ines.user.email;
    await moveTo(ines);
    const self = refusedWith('recipient_is_self');
    await expect(send(ines, old)).rejects.toMatchObject(self);
    await expect(ines.client.call(endpoints.addContact, { body: { email: old } })).rejects.toMatchObject(self);
    await expect(
      ines.client.call(endpoints.requestMoney, { body: { recipient_email: old, amount: '1' } }),
    ).rejects.toMatchObject(self);
  });

  // Rules: identity-14
  test('a new owner can use an address that a member gave up and sees nothing of the member', async () => {
    const [hana, ines] = [await confirmed('100', 'Hana'), await confirmed('10', 'Ines')];
    const old = ines.user.email;
    const asked = await askForMoney(hana, ines);
    const current = await moveTo(ines);
    await giveUp(ines, old);
    expect(await ines.client.call(endpoints.listFormerAddresses)).toEqual([]);
    expect((await mailsTo(florin, current)).map(({ subject }) => subject)).toContain('You gave up a former address');
    expect(await send(hana, old)).toMatchObject({ status: 'pending' });
    const owner = await florin.confirm(await florin.signUp('Amara', old));
    expect((await owner.client.call(endpoints.me)).balances.usd_exact).toBe('1.00');
    expect(await owner.client.call(endpoints.listPaymentRequests, { query: {} })).toEqual([]);
    expect(await ines.client.call(endpoints.listPaymentRequests, { query: {} })).toMatchObject([{ id: asked.id }]);
  });

  test('a member cannot give up another member’s former address', async () => {
    const [mallory, ines] = [await florin.signUp('Mallory'), await confirmed('10', 'Ines')];
    const old = ines.user.email;
    await moveTo(ines);
    await expect(giveUp(mallory, old)).rejects.toMatchObject(refusedWith('not_found'));
    await expect(giveUp(ines, newAddress())).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('closing an account removes its former addresses', async () => {
    const [hana, ines] = [await confirmed('100', 'Hana'), await florin.confirm(await florin.signUp('Ines'))];
    const old = ines.user.email;
    await hana.client.call(endpoints.addContact, { body: { email: old } });
    const current = await moveTo(ines);
    await hana.client.call(endpoints.addContact, { body: { email: current } });
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    expect(await hana.client.call(endpoints.listContacts)).toMatchObject([{ name: 'Closed account' }]);
    const { rows } = await florin.database.ownerPool.query(
      'select from former_addresses where user_id = $1 union all select from known_addresses where person_id = $1',
      [ines.user.id],
    );
    expect(rows).toEqual([]);
    await florin.signUp('Amara', old);
  });
});
