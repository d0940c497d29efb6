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

/** Calls that move money out of an account, contact other people, or verify an identity. */
const needsConfirmedEmail = [
  'sendMoney',
  'withdraw',
  'payRequest',
  'requestMoney',
  'declineRequest',
  'remindOfRequest',
  'sharePaymentLink',
  'payInvoice',
  'issueInvoice',
  'remindOfInvoice',
  'creditInvoice',
  'startBatchPayout',
  'retryBatchPayout',
  'saveKycDraft',
  'uploadKycFile',
  'startNameChange',
  'submitKyc',
  'sendPhoneCode',
  'addWebhook',
  'changeWebhook',
  'openBusiness',
  'invitePerson',
  'acceptBusinessInvitation',
  'makeKey',
];

/** Calls that change something between a member and Florin only. Every group has a reason. */
const staysWithMember = [
  // the account and its security: a member must be able to correct a mistyped address
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
  // money that comes in or stays in the account
  'addFunds',
  'startCardDeposit',
  'checkCardPayment',
  'cancelCardPayment',
  'startCardSetup',
  'checkCardSetup',
  'simulateBankTransfer',
  'advanceTestClock',
  'simulateReturn',
  'simulatePriceMove',
  'createQuote',
  'exchangeMoney',
  'buyCoins',
  'sellCoins',
  'changePlan',
  'addBankAccount',
  'addPaymentMethod',
  'changePaymentMethod',
  'keepPaymentMethod',
  'removePaymentMethod',
  // canceling a member's own actions: it returns money or files and sends nothing new to others
  'cancelTransaction',
  'cancelRequest',
  'removeKycFile',
  'cancelNameChange',
  'revokeInvitation',
  'rotateKey',
  'revokeKey',
  // what a business shows to operators, and who acts for it; its people have confirmed addresses
  'changeBusiness',
  'uploadBusinessFile',
  'submitBusiness',
  'changePersonRole',
  'removePerson',
  'closeBusiness',
  'lookUpBusinessInvitation',
  'declineBusinessInvitation',
  'approve',
  'refuse',
  'withdrawOwn',
  'tryPaymentRules',
  'changePaymentRules',
  // statements that members themselves give to others
  'shareBalance',
  'shareIncome',
  // the member's own lists and lookups
  'createInvoice',
  'changeInvoice',
  'removeInvoice',
  'recordInvoicePayment',
  'removeInvoicePayment',
  'changeInvoiceSettings',
  'uploadBatchPayout',
  'stopBatchPayout',
  'removeBatchPayout',
  'addContact',
  'changeContact',
  'removeContact',
  'addFavoriteCoin',
  'removeFavoriteCoin',
  'lookUpRecipient',
  'exportFoundTransactions',
  // webhooks that a confirmed address has added
  'removeWebhook',
  'rotateWebhookSecret',
  'replayEvents',
  'replayDelivery',
];

describe('an unconfirmed address', () => {
  // Rules: identity-1
  test('every changing call is on exactly one list of the confirmed-address policy', () => {
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
  test.each(needsConfirmedEmail)('%s rejects an unconfirmed member and accepts a confirmed one', async (name) => {
    const endpoint = endpoints[name as keyof typeof endpoints];
    expect(await ask(endpoint, unconfirmed)).toEqual({ status: 403, code: 'email_not_confirmed' });
    expect((await ask(endpoint, confirmed)).code).not.toBe('email_not_confirmed');
  });

  test('an unconfirmed member can add money, buy, sell and exchange', async () => {
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
