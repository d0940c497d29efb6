import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, mailsTo, pay, read, requestsOf } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let hana: TestMember;
let mallory: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
/** Mallory signed up with another person's address. */
beforeEach(async () => {
  [hana, mallory] = [await florin.confirm(await florin.signUp('Hana')), await florin.signUp('Mallory')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const newsOf = async ({ client }: TestMember) => {
  const news = await client.call(endpoints.listNotifications);
  return news.filter(({ kind }) => kind.startsWith('request_'));
};

describe('requests to an unconfirmed address', () => {
  test('hides a request from an account with the unconfirmed address and rejects its answer', async () => {
    const asked = await askForMoney(hana, mallory, '24.00', { note: 'Rent of May' });
    expect(await requestsOf(mallory)).toEqual([]);
    expect(await newsOf(mallory)).toEqual([]);
    await expect(read(mallory, asked)).rejects.toMatchObject(refusedWith('not_found'));
    for (const attempt of [pay, decline])
      await expect(attempt(mallory, asked)).rejects.toMatchObject(refusedWith('email_not_confirmed'));
    expect(await read(hana, asked)).toMatchObject({ state: 'open' });
  });

  test("mails a request to an unconfirmed address regardless of the account's preferences", async () => {
    await mallory.client.call(endpoints.changePreferences, { body: { email: false } });
    const asked = await askForMoney(hana, mallory, '24.00');
    expect(asked.recipient).toEqual({ name: null, email: mallory.user.email });
    const [mail] = (await mailsTo(florin, mallory.user.email)).slice(-1);
    expect(mail).toMatchObject({ subject: 'Hana requested $24.00' });
    expect(mail?.body).toContain('sign up with this address and confirm it');
  });

  test('shows a request after the address is confirmed and refreshes open pages', async () => {
    const asked = await askForMoney(hana, mallory, '24.00');
    const topics = async () => {
      const { rows } = await florin.database.ownerPool.query<{ topic: string }>(
        'select topic from member_changes where user_id = $1 order by topic',
        [mallory.user.id],
      );
      return rows.map(({ topic }) => topic);
    };
    expect(await topics()).not.toContain('requests');
    const confirmed = await florin.confirm(mallory);
    expect(await topics()).toEqual(expect.arrayContaining(['account', 'notifications', 'requests']));
    expect(await requestsOf(confirmed)).toMatchObject([{ id: asked.id, direction: 'incoming', state: 'open' }]);
    expect(await newsOf(confirmed)).toMatchObject([{ request_id: asked.id, open: true }]);
    expect(await read(hana, asked)).toMatchObject({ recipient: { name: null } });
    expect(await decline(confirmed, asked)).toMatchObject({ state: 'declined' });
  });
});

describe('requests from an unconfirmed account', () => {
  /** Creates a request that only earlier versions allowed. */
  async function olderRequest(): Promise<{ id: string }> {
    const asked = await askForMoney(hana, undefined, '3.00', { note: 'Lunch' });
    await florin.database.ownerPool.query('update payment_requests set requester_id = $2 where id = $1', [
      asked.id,
      mallory.user.id,
    ]);
    return asked;
  }

  // Rules: identity-1
  test("hides and blocks an unconfirmed account's request until the address is confirmed", async () => {
    const asked = await olderRequest();
    const payer = await florin.signUpWith('100.00', 'Payer');
    for (const attempt of [read, pay])
      await expect(attempt(payer, asked)).rejects.toMatchObject(refusedWith('not_found'));
    expect(await requestsOf(mallory)).toMatchObject([{ id: asked.id, direction: 'outgoing' }]);
    await florin.confirm(mallory);
    expect(await pay(payer, asked)).toMatchObject({ status: 'completed', counterparty: 'Mallory' });
  });
});
