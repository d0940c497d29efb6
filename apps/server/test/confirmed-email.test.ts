import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let unconfirmed: TestMember;
let confirmed: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
  unconfirmed = await florin.signUp();
  confirmed = await florin.confirm(await florin.signUp());
});
afterAll(() => florin.close());

const named = Object.entries<Endpoint>(endpoints);
const asksForIt = named.filter(([, { needsConfirmedEmail }]) => needsConfirmedEmail).map(([name]) => name);

/** What moves money out of an account, speaks to other people in its name, or shows an identity. Stated by hand. */
const needsConfirmedEmail = [
  'sendMoney',
  'withdraw',
  'payRequest',
  'requestMoney',
  'declineRequest',
  'remindOfRequest',
  'sharePaymentLink',
  'saveKycDraft',
  'uploadKycFile',
  'startNameChange',
  'submitKyc',
  'sendPhoneCode',
];

/** What changes something and stays between a member and Florin: each one is here for a reason that can be said. */
const staysWithMember = [
  // the account and what protects it: a mistyped address has to be corrected by somebody who is not confirmed
  'logout',
  'resendConfirmation',
  'changeProfile',
  'confirmPhone',
  'changeEmail',
  'giveUpAddress',
  'setAvatar',
  'removeAvatar',
  'changePassword',
  'endOneSession',
  'endOtherSessions',
  'stepUp',
  'stepUpByPasskey',
  'setUpTwoFactor',
  'turnOnTwoFactor',
  'turnOffTwoFactor',
  'renewRecoveryCodes',
  'beginPasskey',
  'addPasskey',
  'keepPasskey',
  'removePasskey',
  'closeAccount',
  'markNotificationsRead',
  'changePreferences',
  'addPushSubscription',
  'removePushSubscription',
  // money that comes in, or stays in
  'addFunds',
  'createQuote',
  'exchangeMoney',
  'buyCoins',
  'sellCoins',
  'changePlan',
  'addPaymentMethod',
  'changePaymentMethod',
  'keepPaymentMethod',
  'removePaymentMethod',
  // what the member began: ending it gives back, and tells nobody anything new
  'cancelTransaction',
  'cancelRequest',
  'removeKycFile',
  'cancelNameChange',
  // lists of one's own, and looking
  'addContact',
  'changeContact',
  'removeContact',
  'addFavoriteCoin',
  'removeFavoriteCoin',
  'lookUpRecipient',
  'exportFoundTransactions',
];

describe('an unconfirmed address', () => {
  // Rules: identity-1
  test('is asked about by exactly the calls that move money out or speak to others; a new call has to be put on a list', () => {
    expect(asksForIt.toSorted()).toEqual(needsConfirmedEmail.toSorted());
    const changing = named.filter(([, { access, method }]) => access === 'member' && method !== 'GET');
    const stated = new Set([...needsConfirmedEmail, ...staysWithMember]);
    expect(changing.map(([name]) => name).filter((name) => !stated.has(name))).toEqual([]);
    const names = new Set(changing.map(([name]) => name));
    expect([...stated].filter((name) => !names.has(name))).toEqual([]);
  });

  const ask = async (endpoint: Endpoint, { token }: TestMember) => {
    const answer = await florin.app.http.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replaceAll(/:\w+/g, '0198c0de-0000-7000-8000-000000000000')}`,
      headers: { authorization: `Bearer ${token}` },
      ...(endpoint.body ? { payload: {} } : {}),
    });
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
  };

  // Rules: identity-1
  test.each(needsConfirmedEmail)('keeps a member from %s, and a confirmed one not', async (name) => {
    const endpoint = endpoints[name as keyof typeof endpoints];
    expect(await ask(endpoint, unconfirmed)).toEqual({ status: 403, code: 'email_not_confirmed' });
    expect((await ask(endpoint, confirmed)).code).not.toBe('email_not_confirmed');
  });

  test('keeps nobody from adding money, buying, selling and exchanging', async () => {
    const { client } = await florin.signUp();
    const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await client.call(endpoints.addFunds, { body: { amount: '50.00', payment_method_id: card.id } });
    const bought = await client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '20.00' } });
    const body = { crypto_symbol: 'BTC', amount_crypto: bought.crypto_amount_exact };
    await client.call(endpoints.sellCoins, { body });
    const exchanging = client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '5.00' } });
    await expect(exchanging).resolves.toMatchObject({ status: 'completed' });
    await florin.expectCleanBooks();
  });
});
