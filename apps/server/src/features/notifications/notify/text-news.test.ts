import { randomInt } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeTextedTo, textsTo } from '../../../../test/caught.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let number: string;
beforeAll(async () => {
  florin = await createTestApp();
  await sendNews();
});
beforeEach(async () => {
  number = `+3519${randomInt(10_000_000, 99_999_999)}`;
  [ines, jonas] = [await florin.signUpWith('100.00', 'Ines'), await florin.signUpWith('100.00', 'Jonas Weber')];
  await sendNews();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const sendNews = () => notifyNews(florin.app.dependencies);
const prefer = (body: object) => ines.client.call(endpoints.changePreferences, { body });
const pay = (from: TestMember, to: TestMember, amount: string) =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount } });

async function confirmPhone() {
  await ines.client.call(endpoints.changeProfile, { body: { phone: number } });
  await ines.client.call(endpoints.sendPhoneCode);
  await ines.client.call(endpoints.confirmPhone, { body: { code: await codeTextedTo(florin, number) } });
}
/** Returns the texts except the confirmation code. */
const newTexts = async () => {
  await sendNews();
  return (await textsTo(florin, number)).filter((text) => text.startsWith('Florin:')).toReversed();
};

test('texts about received money once to a confirmed number with text messages on', async () => {
  await confirmPhone();
  await prefer({ sms: true });
  await pay(jonas, ines, '5.00');
  expect(await newTexts()).toEqual(['Florin: Jonas Weber sent you $5.00.']);
  expect(await newTexts()).toHaveLength(1);
});

test('sends no text messages by default or before the number is confirmed', async () => {
  await confirmPhone();
  await pay(jonas, ines, '5.00');
  expect(await newTexts()).toEqual([]);
  await ines.client.call(endpoints.changeProfile, { body: { phone: `${number} ` } });
  await prefer({ sms: true });
  await ines.client.call(endpoints.changeProfile, { body: { phone: '+351 911 111 111' } });
  number = '+351911111111';
  await pay(jonas, ines, '6.00');
  expect(await newTexts()).toEqual([]);
});

test('does not text events from before text messages were on and the number was confirmed', async () => {
  await prefer({ email: false, push: false });
  await pay(jonas, ines, '5.00');
  await prefer({ sms: true });
  await pay(jonas, ines, '6.00');
  await confirmPhone();
  await pay(jonas, ines, '7.00');
  expect(await newTexts()).toEqual(['Florin: Jonas Weber sent you $7.00.']);
});

test('texts only about topics that are on, and about trades only if chosen', async () => {
  await confirmPhone();
  await prefer({ sms: true, topics: { money_in: { sms: false } } });
  await pay(jonas, ines, '5.00');
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '10.00' } });
  await pay(ines, jonas, '4.00');
  expect(await newTexts()).toEqual([expect.stringMatching(/^Florin: .*\$4\.\d\d.*Jonas Weber|Jonas Weber.*\$4/)]);
  await prefer({ topics: { trades: { sms: true } } });
  await ines.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'ETH', amount_usd: '10.00' } });
  expect((await newTexts()).at(-1)).toMatch(/^Florin: .*ETH/);
});

test('texts a member who switched off email and push', async () => {
  await confirmPhone();
  await prefer({ sms: true, email: false, push: false });
  await pay(jonas, ines, '5.00');
  expect(await newTexts()).toHaveLength(1);
});

test('texts at most 20 notifications a day', async () => {
  await confirmPhone();
  await prefer({ sms: true });
  for (let i = 1; i <= 22; i++) {
    await pay(jonas, ines, `0.${String(i).padStart(2, '0')}`);
    await sendNews();
  }
  expect(await newTexts()).toHaveLength(20);
});
