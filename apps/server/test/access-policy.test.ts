import { text } from 'node:stream/consumers';
import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const named = Object.entries<Endpoint>(endpoints);
const ofAccess = (access: Endpoint['access']) => named.filter(([, endpoint]) => endpoint.access === access);

async function ask(endpoint: Endpoint, authorization?: string) {
  const answer = await florin.app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`,
    ...(endpoint.body ? { payload: {} } : {}),
    ...(authorization === undefined ? {} : { headers: { authorization } }),
    payloadAsStream: true,
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  if (!isJson) answer.stream().destroy(); // events go on for ever
  const body = isJson ? (JSON.parse(await text(answer.stream())) as { code?: string }) : {};
  return { status: answer.statusCode, code: body.code };
}

const garbage = [
  'Bearer',
  'Bearer ',
  'Bearer nonsense',
  `Bearer ${'A'.repeat(43)}`,
  `Bearer ${'A'.repeat(5_000)}`,
  `Bearer ' or 1=1 --`,
  'Bearer null',
  'Basic dXNlcjpwYXNzd29yZA==',
];

/**
 * Who may call what, stated a second time and by hand: an endpoint that is not here, or that the contract gives to
 * others than this does, fails.
 */
const stated: Record<Endpoint['access'], readonly string[]> = {
  public: [
    'confirmEmail',
    'confirmEmailChange',
    'forgotPassword',
    'getAvatar',
    'getLegalDocument',
    'getPasskeyChallenge',
    'listCaughtMails',
    'getCaughtMailPage',
    'listCaughtTexts',
    'listPlans',
    'login',
    'lookUpInvitation',
    'resetPassword',
    'signInByPasskey',
    'signup',
  ],
  member: [
    'me',
    'logout',
    'resendConfirmation',
    'changeProfile',
    'sendPhoneCode',
    'confirmPhone',
    'changeEmail',
    'setAvatar',
    'removeAvatar',
    'changePassword',
    'listSessions',
    'endOneSession',
    'endOtherSessions',
    'getSecurity',
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
    'exportMyData',
    'closeAccount',
    'getFirstSteps',
    'listWallets',
    'getLimits',
    'addFunds',
    'withdraw',
    'createQuote',
    'exchangeMoney',
    'listPaymentMethods',
    'addPaymentMethod',
    'changePaymentMethod',
    'keepPaymentMethod',
    'removePaymentMethod',
    'sendMoney',
    'lookUpRecipient',
    'getWaitingMoney',
    'listContacts',
    'addContact',
    'changeContact',
    'removeContact',
    'listPaymentRequests',
    'getPaymentRequest',
    'requestMoney',
    'payRequest',
    'declineRequest',
    'cancelRequest',
    'remindOfRequest',
    'sharePaymentLink',
    'listTransactions',
    'exportTransactions',
    'exportFoundTransactions',
    'getTransaction',
    'cancelTransaction',
    'getReceipt',
    'getStatement',
    'listFormerAddresses',
    'giveUpAddress',
    'listNotifications',
    'markNotificationsRead',
    'streamEvents',
    'getPreferences',
    'changePreferences',
    'addPushSubscription',
    'removePushSubscription',
    'listCoins',
    'listSparklines',
    'streamPrices',
    'listFavoriteCoins',
    'addFavoriteCoin',
    'removeFavoriteCoin',
    'getPortfolio',
    'getGains',
    'getBalanceHistory',
    'getPurchaseAllowance',
    'buyCoins',
    'sellCoins',
    'getCoin',
    'getCandles',
    'getPlan',
    'changePlan',
    'getKycStatus',
    'getKycDraft',
    'saveKycDraft',
    'uploadKycFile',
    'getKycFile',
    'removeKycFile',
    'startNameChange',
    'cancelNameChange',
    'submitKyc',
  ],
  operator: [
    'getOverview',
    'listKycCases',
    'getKycCase',
    'viewKycFile',
    'decideKycCase',
    'listBankOrders',
    'settleBankOrder',
    'returnBankOrder',
    'listProposals',
    'approveProposal',
    'rejectProposal',
    'withdrawProposal',
    'resetUserFactor',
    'findUsers',
    'freezeUser',
    'unfreezeUser',
    'endUserSessions',
    'listHousePositions',
    'supplyCoins',
    'getLedgerHealth',
    'listOperatorActs',
  ],
};

/** What asks for a second factor of a short while ago, where one is on: always, or depending on what is asked for. */
const sensitive = [
  'addPasskey',
  'beginPasskey',
  'changeEmail',
  'changePassword',
  'closeAccount',
  'keepPasskey',
  'removePasskey',
  'renewRecoveryCodes',
  'setUpTwoFactor',
  'turnOffTwoFactor',
  'turnOnTwoFactor',
];

/** Ask for a second factor, or for the password where there is none. */
const sensitiveWithout = [
  'addPaymentMethod',
  'approveProposal',
  'changeProfile',
  'decideKycCase',
  'endOneSession',
  'endOtherSessions',
  'endUserSessions',
  'exportMyData',
  'freezeUser',
  'getKycCase',
  'giveUpAddress',
  'keepPaymentMethod',
  'rejectProposal',
  'resetUserFactor',
  'returnBankOrder',
  'settleBankOrder',
  'startNameChange',
  'supplyCoins',
  'unfreezeUser',
  'viewKycFile',
  'withdraw',
  'withdrawProposal',
];

const sometimesSensitive = ['payRequest', 'sendMoney'];

const signedIn = named.filter(([, { access }]) => access !== 'public');

describe('who may call', () => {
  // Rules: sign-in-34
  test.each(['public', 'member', 'operator'] as const)('%s calls are those that are stated', (access) => {
    expect(
      ofAccess(access)
        .map(([name]) => name)
        .toSorted(),
    ).toEqual(stated[access].toSorted());
  });

  // Rules: identity-6, asvs-7.5.2
  test('what is sensitive asks for a second factor', () => {
    const asking = (asks: Endpoint['stepUp']) =>
      named.flatMap(([name, { stepUp }]) => (stepUp === asks ? [name] : [])).toSorted();
    expect(asking(true)).toEqual(sensitive);
    expect(asking('or_password')).toEqual(sensitiveWithout);
    expect(asking('sometimes')).toEqual(sometimesSensitive);
  });

  // Rules: api-4
  test.each(signedIn)('%s is refused without a token', async (_, endpoint) => {
    expect(await ask(endpoint)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test.each(signedIn)('%s is refused with a token that is none', async (_, endpoint) => {
    for (const authorization of garbage)
      expect(await ask(endpoint, authorization)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  // Rules: api-4
  test.each(ofAccess('member'))('%s takes the token of a running session', async (_, endpoint) => {
    for (const scheme of ['Bearer', 'bearer']) {
      const { token } = await florin.signUp();
      expect((await ask(endpoint, `${scheme} ${token}`)).status).not.toBe(401);
    }
  });

  // Rules: sign-in-32
  test.each(ofAccess('operator'))('%s does not exist for a member', async (_, endpoint) => {
    const { token } = await florin.signUp();
    const nowhere = await florin.app.http.inject({
      url: '/api/nowhere',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await ask(endpoint, `Bearer ${token}`)).toEqual({ status: nowhere.statusCode, code: 'not_found' });
  });

  // Rules: security-17
  test.each(ofAccess('public'))('%s never answers 401, whatever the token', async (_, endpoint) => {
    const answers = await Promise.all([undefined, ...garbage].map((authorization) => ask(endpoint, authorization)));
    expect(answers.map(({ status }) => status)).not.toContain(401);
  });

  const publicWithBody = ofAccess('public').filter(([, { body }]) => body);
  test.each(publicWithBody)('%s says what is missing, whatever the token', async (_, endpoint) => {
    for (const authorization of [undefined, ...garbage])
      expect(await ask(endpoint, authorization)).toEqual({ status: 422, code: 'invalid_request' });
  });
});
