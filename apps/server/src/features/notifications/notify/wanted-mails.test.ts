import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailsTo } from '../../../../test/ask-for-money.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  await sendNews();
});
beforeEach(async () => {
  ines = await florin.signUpWith('100', 'Ines');
  hana = await florin.confirm(await florin.signUp('Hana'));
});
afterAll(() => florin.close());

const sendNews = () => notifyNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example' });
const wants = (email: boolean) => hana.client.call(endpoints.changePreferences, { body: { email } });
const pay = (amount: string) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: hana.user.email, amount, currency: 'USD' } });
const subjects = async () =>
  (await mailsTo(florin, hana.user.email)).map(({ subject }) => subject).filter((one) => one !== 'Welcome to Florin');

async function subscribe() {
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
  const endpoint = `https://push.example.com/${hana.user.id}`;
  await hana.client.call(endpoints.addPushSubscription, { body: { endpoint, keys } });
}

test.each([
  { who: 'a member without notifications', alsoByPush: false },
  { who: 'a member with push messages only', alsoByPush: true },
])('does not mail $who about an event, even after mails are switched on', async ({ alsoByPush }) => {
  await wants(false);
  if (alsoByPush) await subscribe();
  await pay('5');
  await sendNews();
  await wants(true);
  await sendNews();
  expect(await subjects()).toEqual([]);
});

test('mails only events after mails are switched on again', async () => {
  await wants(false);
  await wants(true);
  await pay('5');
  await wants(true);
  await sendNews();
  expect(await subjects()).toEqual(['Ines sent you $5.00']);
});
