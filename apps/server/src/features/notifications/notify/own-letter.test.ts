import { endpoints, usdBalanceMethodId } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, oneConnection, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, oneConnection);
  await sendNews();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const sendNews = () => notifyNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example' });

type Mailed = { subject: string; extras: { about: string; facts: [string, string][] } };

async function ownMails({ user }: TestMember) {
  const { rows } = await florin.database.ownerPool.query<Mailed>(
    `select subject, extras from mails where recipient = $1 and once like 'own %' order by subject`,
    [user.email],
  );
  return rows;
}

test("mails each of the member's own transactions once with amount, date, reference and balance", async () => {
  const [ines, hana] = [await florin.confirm(await florin.signUpWith('500', 'Ines')), await florin.signUp('Hana')];
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: hana.user.email, amount: '5' } });
  await ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: '50', payment_method_id: usdBalanceMethodId },
  });
  await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '10' } });
  await ines.client.call(endpoints.withdraw, { body: { amount: '20', payment_method_id: bank.id } });
  await sendNews();
  await Promise.all([sendNews(), sendNews()]);
  const mails = await ownMails(ines);
  expect(mails).toHaveLength(5);
  const about = (start: string) => mails.find(({ subject }) => subject.startsWith(start))?.extras;
  expect(about('You added $500.00')).toMatchObject({ about: 'money_in' });
  expect(about('You bought')).toMatchObject({ about: 'trades' });
  expect(about('You exchanged')).toMatchObject({ about: 'trades' });
  expect(about('You sent $5.00 to Hana')?.facts).toEqual([
    ['Amount', expect.stringContaining('5.10')],
    ['Fee, included', '$0.10'],
    ['Date', expect.stringMatching(/UTC$/)],
    ['Reference', expect.stringMatching(/^\d+-\d+$/)],
    ['Balance after', '$494.90'],
  ]);
  const withdrawal = about('You requested a withdrawal of $20.00');
  expect(withdrawal?.facts.map(([label]) => label)).toEqual(['Amount', 'Date', 'Reference', 'Balance after']);
});

test('mails own transactions only of topics that are on', async () => {
  const ines = await florin.confirm(await florin.signUpWith('500', 'Ines'));
  await ines.client.call(endpoints.changePreferences, { body: { topics: { trades: { email: false } } } });
  await ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: '50', payment_method_id: usdBalanceMethodId },
  });
  await sendNews();
  expect((await ownMails(ines)).map(({ subject }) => subject)).toEqual(['You added $500.00']);
});

test('mails a purchase once when a balance, a card or euros pay for it', async () => {
  const ines = await florin.confirm(await florin.signUp('Ines'));
  const card = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '100', payment_method_id: card.id } });
  await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '50' } });
  const body = { crypto_symbol: 'BTC', amount_usd: '20' };
  await ines.client.call(endpoints.buyCoins, { body: { ...body, payment_method_id: usdBalanceMethodId } });
  await ines.client.call(endpoints.buyCoins, { body: { ...body, payment_method_id: card.id } });
  await ines.client.call(endpoints.buyCoins, { body: { ...body, payment_method_id: 'eur_balance' } });
  await sendNews();
  const mails = await ownMails(ines);
  expect(mails.map(({ subject }) => subject.split(' ').slice(0, 2).join(' '))).toEqual([
    'You added',
    'You bought',
    'You bought',
    'You bought',
    'You exchanged',
  ]);
  const paid = mails.flatMap(({ extras }) => extras.facts.filter(([label]) => label === 'Paid with'));
  expect(paid.map(([, method]) => method).toSorted()).toEqual(['EUR balance', 'USD balance', 'Visa •••• 4242']);
});

/** The subjects of all mails about money. */
async function subjectsTo({ user }: TestMember) {
  const { rows } = await florin.database.ownerPool.query<Pick<Mailed, 'subject'>>(
    `select subject from mails where recipient = $1 and subject !~ '^(Welcome|Confirm|Bank account)' order by id`,
    [user.email],
  );
  return rows.map(({ subject }) => subject);
}

test('mails a bank transfer once, as the deposit that arrived', async () => {
  const ines = await florin.confirm(await florin.signUp('Ines'));
  await ines.client.call(endpoints.simulateBankTransfer, { body: { amount: '20', currency: 'EUR' } });
  await sendNews();
  await Promise.all([sendNews(), sendNews()]);
  expect(await subjectsTo(ines)).toEqual(['Your deposit of €20.00 has arrived']);
});

test("mails each line of a history once, as a notification or as the member's own transaction", async () => {
  const [ines, hana] = [await florin.confirm(await florin.signUp('Ines')), await florin.signUpWith('90', 'Hana')];
  await ines.client.call(endpoints.simulateBankTransfer, { body: { amount: '300' } });
  await hana.client.call(endpoints.sendMoney, { body: { recipient_email: ines.user.email, amount: '7' } });
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.addFunds, { body: { amount: '50.44', payment_method_id: bank.id } });
  await ines.client.call(endpoints.sendMoney, { body: { recipient_email: hana.user.email, amount: '5' } });
  await sendNews();
  expect((await subjectsTo(ines)).toSorted()).toEqual([
    'Hana sent you $7.00',
    'You sent $5.00 to Hana',
    'Your deposit of $300.00 has arrived',
    'Your deposit of $50.44 is on its way',
  ]);
});
