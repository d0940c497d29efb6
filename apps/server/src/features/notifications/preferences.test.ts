import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, mailsTo, remind } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let quiet: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  quiet = await createTestApp({ FLORIN_PUSH: 'off' });
});
afterAll(async () => {
  await florin.close();
  await quiet.close();
});

const preferencesOf = ({ client }: TestMember) => client.call(endpoints.getPreferences);
const change = ({ client }: TestMember, body: { email?: boolean; push?: boolean; sms?: boolean }) =>
  client.call(endpoints.changePreferences, { body });

describe('notification preferences', () => {
  test("notifications default to email and push, and the member's choices are stored", async () => {
    const ines = await florin.signUp();
    const atFirst = await preferencesOf(ines);
    expect(atFirst).toMatchObject({ email: true, push: true, sms: false, sms_available: true });
    expect(atFirst.push_key).toMatch(/^[\w-]{87}$/);
    expect(await change(ines, { email: false })).toEqual({ ...atFirst, email: false });
    expect(await change(ines, { push: false })).toEqual({ ...atFirst, email: false, push: false });
    expect(await preferencesOf(ines)).toEqual({ ...atFirst, email: false, push: false });
    expect(await preferencesOf(await florin.signUp()), 'another member').toEqual(atFirst);
  });

  test('stores the choice of text messages even if the server cannot send text messages', async () => {
    const without = await createTestApp({}, { texts: undefined });
    const ines = await without.signUp();
    expect(await change(ines, { sms: true })).toMatchObject({ sms: true, sms_available: false, email: true });
    expect(await preferencesOf(ines)).toMatchObject({ sms: true });
    expect(await change(ines, { sms: false })).toMatchObject({ sms: false });
    await without.close();
  });

  test('topics and channels change independently of each other and of the main switches', async () => {
    const ines = await florin.signUp();
    const trades = { email: false };
    const kept = await ines.client.call(endpoints.changePreferences, { body: { topics: { trades } } });
    expect(kept.topics).toMatchObject({ trades: { email: false, push: true }, money_in: { email: true } });
    const body = { topics: { trades: { push: false }, money_in: { sms: false } } };
    await ines.client.call(endpoints.changePreferences, { body });
    expect(await preferencesOf(ines)).toMatchObject({
      email: true,
      topics: { trades: { email: false, push: false }, money_in: { email: true, sms: false } },
    });
  });

  test('rejects turning off emails about security', async () => {
    const ines = await florin.signUp();
    const off = ines.client.call(endpoints.changePreferences, { body: { topics: { security: { email: false } } } });
    await expect(off).rejects.toMatchObject(refusedWith('invalid_request'));
  });

  test('rejects turning on push messages on a server without push messages', async () => {
    const ines = await quiet.signUp();
    expect(await preferencesOf(ines)).toMatchObject({ push: false, push_key: null });
    await expect(change(ines, { push: true })).rejects.toMatchObject(refusedWith('no_push'));
    const subscription = { endpoint: 'https://push.example.com/1', keys: { p256dh: 'x', auth: 'x' } };
    await expect(ines.client.call(endpoints.addPushSubscription, { body: subscription })).rejects.toMatchObject(
      refusedWith('no_push'),
    );
  });
});

describe('a member without email notifications', () => {
  test('a member gets no mail for a request or its reminder after switching off emails', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp('Ines'))];
    await change(ines, { email: false });
    const asked = await askForMoney(hana, ines, '24.00');
    await florin.database.ownerPool.query(
      `update payment_requests set created_at = created_at - interval '2 days' where id = $1`,
      [asked.id],
    );
    await remind(hana, asked);
    expect((await mailsTo(florin, ines.user.email)).map(({ subject }) => subject)).toEqual(['Welcome to Florin']);
    await change(ines, { email: true });
    await askForMoney(hana, ines, '25.00');
    expect((await mailsTo(florin, ines.user.email)).map(({ subject }) => subject)).toContain('Hana requested $25.00');
  });

  test('a member gets security mails after switching off emails', async () => {
    const ines = await florin.signUp();
    await change(ines, { email: false });
    await ines.client.call(endpoints.changePassword, {
      body: { current_password: ines.password, password: 'another horse battery' },
    });
    expect((await mailsTo(florin, ines.user.email)).map(({ subject }) => subject)).toContain(
      'Your password was changed',
    );
  });
});
