import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mailPasswordResets } from '../src/features/identity/password/forgot-password.ts';
import { challengeOf, filesOf, hadAddress, idOf, linkOf, sessionOf, batchOf } from './answer-parts.ts';
import { askForMoney, letTimePass } from './ask-for-money.ts';
import { cardsAt } from './card-office.ts';
import { browserKeys } from './browser-keys.ts';
import { correctedAccount, suggestedLine } from './corrected-account.ts';
import { codeTextedTo, invitedBy, tokenMailedTo } from './caught.ts';
import { endpointVisits } from './endpoint-visits.ts';
import { checkKyc, kycForm, operator, waitingCase } from './kyc.ts';
import { openStripeDouble, type StripeDouble } from './stripe-double/stripe-double.ts';
import { softwarePasskey } from './software-passkey.ts';
import { createTestApp, oneConnection, type TestApp } from './test-app.ts';
import { codeOf, aWhileLater, turnOnTwoFactor } from './two-factor.ts';
import { visitKeys } from './visit-keys.ts';
import { visitBatchPayouts } from './visit-batch-payouts.ts';
import { visitBusiness } from './visit-business.ts';
import { visitBankDesk } from './visit-bank-desk.ts';
import { visitWebhooks } from './visit-webhooks.ts';
import { visitSimulations } from './visit-simulations.ts';
import { visitProofs } from './visit-proofs.ts';
import { visitInvoices } from './visit-invoices.ts';

const iban = 'NL91ABNA0417164300';
const origin = 'http://localhost:3000';

let florin: TestApp;
let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await openStripeDouble();
  florin = await createTestApp(
    { FLORIN_EMAIL_CONFIRMATION: 'on', PUBLIC_URL: origin },
    { timing: { callBackSeconds: 0 }, cards: cardsAt(stripe) },
    oneConnection,
  );
  await florin.database.ownerPool.query('insert into card_reading (opened_at, read_until) values (now(), now())');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  await stripe.close();
});

const visits = endpointVisits(() => florin);
const { visited, visit, visitStream, visitUpload } = visits;

describe('the whole interface', () => {
  // Rules: api-3, api-10
  test('every call about money and history gets an answer of the contract', async () => {
    const credentials = { email: 'ines@florin.example', password: 'correct horse battery' };
    await visit('signup', { body: { name: 'Ines', ...credentials } });
    const { token } = sessionOf((await visit('login', { body: { ...credentials, remember: true } })).answer);
    await visit('me', { token });
    await visit('resendConfirmation', { token });
    const search = `?key=${florin.app.outboxKey}`;
    const caught = (await visit('listCaughtMails', { search })).answer;
    const mail = z.parse(z.array(z.object({ id: z.string() })), caught)[0]?.id ?? '';
    expect(await visitStream('getCaughtMailPage', undefined, { id: mail }, search)).toMatch(/^<!doctype html>/);
    const key = linkOf(caught).split('#')[1];
    await visit('confirmEmail', { token, body: { token: key } });

    const card = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_visa' } })).answer);
    const bank = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_bank' } })).answer);
    await visit('changePaymentMethod', { token, params: { id: bank }, body: { is_default: true } });
    await visit('listPaymentMethods', { token });
    await visit('addFunds', { token, body: { amount: 1000, payment_method_id: card } });
    expect((await visit('getFirstSteps', { token })).raw).toBe('{"added_funds":true,"sent_or_bought":false}');
    for (const name of ['listWallets', 'getLimits', 'getFundingInstructions'] as const) await visit(name, { token });
    await visit('simulateBankTransfer', { token, body: { amount: '25.00', currency: 'EUR' } });
    const withdrawal = await visit('withdraw', { token, body: { amount: 20, payment_method_id: bank } });
    expect(withdrawal.raw).toContain('"status":"pending"');
    await visit('cancelTransaction', { token, params: { id: idOf(withdrawal.answer) } });
    const exchange = { from: 'USD', to: 'EUR', amount: 10 };
    const quote_id = idOf((await visit('createQuote', { token, body: { kind: 'exchange', ...exchange } })).answer);
    await visit('exchangeMoney', { token, body: { ...exchange, quote_id } });

    const jonas = await florin.confirm(await florin.signUp('Jonas'));
    const send = { recipient_email: jonas.user.email, amount: 100, note: 'lunch' };
    const sent = await visit('sendMoney', { token, body: send });
    expect(sent.raw).toContain('"amount":-102.00,"amount_exact":"-102.00"');
    expect(sent.raw).toContain('"fee":2.00,"fee_exact":"2.00"');
    const read = await visit('getTransaction', { token, params: { id: idOf(sent.answer) } });
    expect(read.raw).toBe(sent.raw);

    await visit('lookUpRecipient', { token, body: { email: jonas.user.email } });
    await visit('getWaitingMoney', { token });
    await visit('lookUpInvitation', {
      body: { token: await invitedBy(florin, { token }, 'new.friend@florin.example') },
    });
    const lea = { email: 'lea@florin.example', name: 'Léa' };
    const contact = idOf((await visit('addContact', { token, body: lea })).answer);
    await visit('changeContact', { token, params: { id: contact }, body: { favorite: true } });
    await visit('listContacts', { token });
    await visit('removeContact', { token, params: { id: contact } });

    const own = await visit('requestMoney', { token, body: { recipient_email: lea.email, amount: 24, note: 'tea' } });
    expect(own.raw).toContain('"total":24.48,"total_exact":"24.48"');
    const params = { id: idOf(own.answer) };
    await letTimePass(florin, params, 24);
    await visit('remindOfRequest', { token, params });
    await visit('cancelRequest', { token, params });
    expect((await visit('getPaymentRequest', { token, params })).raw).toContain('"state":"cancelled"');
    const asked = async () => (await askForMoney(jonas, undefined, '1.00', { recipient_email: credentials.email })).id;
    await visit('payRequest', { token, params: { id: await asked() } });
    await visit('declineRequest', { token, params: { id: await asked() } });
    await visit('listPaymentRequests', { token });
    await visit('sharePaymentLink', { token, body: { email: lea.email } });
    await visitInvoices(visits, { token, payer: jonas });
    await visitBatchPayouts(visits, { token });

    await visit('listCoins', { token });
    const symbol = { symbol: 'BTC' };
    expect((await visit('getCoin', { token, params: symbol })).raw).toMatch(/"low_24h_exact":"\d+\.\d\d"/);
    expect((await visit('getCandles', { token, params: symbol })).raw).toContain('"range":"1d"');
    await visit('listSparklines', { token });
    await visit('addFavoriteCoin', { token, params: symbol });
    expect((await visit('listFavoriteCoins', { token })).raw).toBe('["BTC"]');
    await visit('removeFavoriteCoin', { token, params: symbol });
    expect(await visitStream('streamPrices', token, {}, '?symbols=BTC')).toMatch(/^retry: /);
    const bought = await visit('buyCoins', { token, body: { crypto_symbol: 'BTC', amount_usd: 50 } });
    expect(bought.raw).toMatch(/^\{"crypto_amount":0\.\d{8},"crypto_amount_exact":"0\.\d{8}",/);
    await visit('sellCoins', { token, body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } });
    await visit('getPortfolio', { token });
    expect((await visit('getPurchaseAllowance', { token })).raw).toContain('"left_exact":"450.00"');
    expect((await visit('getGains', { token })).raw).toMatch(/"cost":\d+\.\d\d,"cost_exact":"\d+\.\d\d"/);
    expect((await visit('getBalanceHistory', { token })).raw).toContain('"range":"1m"');
    await visit('listTransactions', { token });
    expect(await visitStream('exportTransactions', token)).toContain('date,id,type');
    expect(await visitStream('exportFoundTransactions', token)).toContain('date,id,type');
    expect(await visitStream('getReceipt', token, { id: idOf(sent.answer) })).toMatch(/^%PDF/);
    await visitProofs(visits, florin, { token, transactionId: idOf(sent.answer) });
    expect(await visitStream('getStatement', token, { wallet: 'USD', month: '2026-01' })).toMatch(/^%PDF/);
    expect((await visit('listNotifications', { token })).raw).toContain('"kind":"request_received"');
    await visit('markNotificationsRead', { token, body: { until: new Date().toISOString() } });
    expect(await visitStream('streamEvents', token)).toMatch(/^retry: /);
    const byCard = { id: idOf((await visit('startCardDeposit', { token, body: { amount: '20.00' } })).answer) };
    await visit('checkCardPayment', { token, params: byCard });
    await visit('cancelCardPayment', { token, params: byCard });
    const saving = { id: idOf((await visit('startCardSetup', { token })).answer) };
    await visit('checkCardSetup', { token, params: saving });
    await visit('addBankAccount', { token, body: { currency: 'EUR', iban } });
    await visit('keepPaymentMethod', { token, params: { id: bank } });
    await visit('removePaymentMethod', { token, params: { id: bank } });
    await visit('logout', { token });
  });

  test('every call about the account and its security gets an answer of the contract', async () => {
    const ines = await florin.signUpWith('100.00');
    const { token, password, user } = ines;
    await visit('changeProfile', { token, body: { name: 'Ines A.', phone: '+351 912 345 678' } });
    await visit('sendPhoneCode', { token });
    await visit('listCaughtTexts', { search: `?key=${florin.app.outboxKey}` });
    await visit('confirmPhone', { token, body: { code: await codeTextedTo(florin, '+351912345678') } });
    await visitUpload('setAvatar', ines, { name: 'me.jpg' });
    const { avatar } = await ines.client.call(endpoints.me);
    expect(await visitStream('getAvatar', undefined, { id: avatar?.split('/').at(-1) ?? '' })).toMatch(/^RIFF/);
    await visit('removeAvatar', { token });
    await visit('getPreferences', { token });
    await visit('changePreferences', { token, body: { email: false } });
    const subscription = { endpoint: 'https://push.example.com/1', keys: browserKeys };
    await visit('addPushSubscription', { token, body: subscription });
    await visit('removePushSubscription', { token, body: { endpoint: subscription.endpoint } });
    await visit('listPlans');
    await visit('getPlan', { token });
    expect((await visit('changePlan', { token, body: { plan: 'pro' } })).raw).toContain('"plan":"pro"');

    await visit('getKycStatus', { token });
    await visit('saveKycDraft', { token, body: kycForm });
    const front = idOf(await visitUpload('uploadKycFile', ines, { fields: { kind: 'front' }, name: 'front.jpg' }));
    await visitStream('getKycFile', token, { id: front });
    await visit('removeKycFile', { token, params: { id: front } });
    for (const kind of ['front', 'selfie'])
      await visitUpload('uploadKycFile', ines, { fields: { kind }, name: `${kind}.jpg` });
    await visit('getKycDraft', { token });
    expect((await visit('submitKyc', { token, body: {} })).raw).toContain('"status":"pending"');
    await checkKyc(florin);
    await visit('startNameChange', { token, body: { name: 'Ines Moreau' } });
    await visit('cancelNameChange', { token });
    await florin.client.call(endpoints.login, { body: { email: user.email, password } });
    const other = (await ines.client.call(endpoints.listSessions)).find(({ current }) => !current);
    for (const name of ['getSecurity', 'listSessions'] as const) await visit(name, { token });
    await visit('endOneSession', { token, params: { id: other?.id ?? '' } });
    await visit('endOtherSessions', { token });

    const setUp = await visit('setUpTwoFactor', { token, body: { current_password: password } });
    const { secret } = z.parse(z.object({ secret: z.string() }), setUp.answer);
    await visit('turnOnTwoFactor', { token, body: { code: codeOf(secret) } });
    await aWhileLater(florin, ines);
    await visit('stepUp', { token, body: { code: codeOf(secret) } });
    await visit('renewRecoveryCodes', { token, body: { current_password: password } });
    const key = softwarePasskey();
    const begun = challengeOf((await visit('beginPasskey', { token, body: { current_password: password } })).answer);
    const made = { challenge_id: begun.challenge_id, name: 'Laptop', response: key.make(begun.options, { origin }) };
    const passkey = idOf((await visit('addPasskey', { token, body: made })).answer);
    const shown = async () => {
      const { challenge_id, options } = challengeOf((await visit('getPasskeyChallenge')).answer);
      return { challenge_id, response: key.show(options, { origin }) };
    };
    await visit('signInByPasskey', { body: await shown() });
    await visit('stepUpByPasskey', { token, body: await shown() });
    await visit('keepPasskey', { token, params: { id: passkey } });
    await visit('removePasskey', { token, params: { id: passkey }, body: { current_password: password } });
    await visit('turnOffTwoFactor', { token, body: { current_password: password } });
    const [email, current_password] = ['ines.new@florin.example', 'tulip fever 1637 once'];
    await visit('changePassword', { token, body: { current_password: password, password: current_password } });
    await visit('changeEmail', { token, body: { email, current_password } });
    await visit('confirmEmailChange', { token, body: { token: await tokenMailedTo(florin, email) } });
    const former = { email: 'ines.former@florin.example' };
    await hadAddress(florin, ines, former.email);
    await visit('listFormerAddresses', { token });
    await visit('giveUpAddress', { token, body: former });
    await visit('forgotPassword', { body: { email } });
    await mailPasswordResets(florin.app.dependencies);
    const login = { email, password: 'another tulip 1638' };
    const reset = await tokenMailedTo(florin, email, 'reset-password');
    await visit('resetPassword', { body: { token: reset, password: login.password } });
    const { token: fresh } = await florin.client.call(endpoints.login, { body: login });
    expect(await visitStream('exportMyData', fresh)).toContain('{');

    await visit('getConfig');
    await visit('getLegalDocument', { params: { name: 'terms' } });
    const leaver = await florin.signUp();
    await visit('closeAccount', { token: leaver.token, body: { current_password: leaver.password } });
  });

  test('every operator call gets an answer of the contract', async () => {
    const olu = await operator(florin);
    const { token } = olu;
    const lea = await florin.signUpWith('1.00', 'Lea');
    const [review, jonas] = [await waitingCase(florin), await florin.signUpWith('100.00')];
    const bank = await jonas.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const withdrawal = { amount: '20.00', payment_method_id: bank.id };
    const withdraw = () => jonas.client.call(endpoints.withdraw, { body: withdrawal });
    for (const name of ['getOverview', 'listKycCases', 'listHousePositions', 'getLedgerHealth'] as const)
      await visit(name, { token });
    const params = { id: review.user.id };
    const files = filesOf((await visit('getKycCase', { token, params })).answer);
    await visitStream('viewKycFile', token, { ...params, fileId: files[0]?.id ?? '' });
    await visit('decideKycCase', { token, params, body: { decision: 'verified' } });
    const [settled, returned] = [await withdraw(), await withdraw()];
    await visit('listBankOrders', { token });
    await visit('settleBankOrder', { token, params: { id: settled.id }, body: {} });
    await visit('returnBankOrder', { token, params: { id: returned.id }, body: { reason: 'The name differs.' } });
    await visit('findUsers', { token, body: {} });
    await turnOnTwoFactor(jonas);
    const them = { id: jonas.user.id };
    await visit('freezeUser', { token, params: them, body: { reason: 'Reported' } });
    for (const name of ['unfreezeUser', 'endUserSessions'] as const) await visit(name, { token, params: them });
    await visitBankDesk(visits, florin, { olu, lea, jonas });
    const supply = async (amount: string) => {
      const body = { amount, reason: 'Bought at the exchange' };
      return { id: idOf((await visit('supplyCoins', { token, params: { symbol: 'BTC' }, body })).answer) };
    };
    await visit('resetUserFactor', { token, params: them, body: { reason: 'Seen in a video call' } });
    const second = await operator(florin);
    const body = { reason: 'As on the receipt' };
    await visit('approveProposal', { token: second.token, params: await supply('0.5'), body });
    await visit('rejectProposal', { token: second.token, params: await supply('1'), body });
    await visit('withdrawProposal', { token, params: await supply('2') });
    await visit('listProposals', { token });
    expect((await visit('listOperatorActs', { token })).raw).toContain('"hash":"');
  });

  test('every call about businesses, API keys, webhooks and simulations gets an answer of the contract', async () => {
    expect(await visitBusiness(visits, florin)).toContain('Removed a person');
    expect(await visitKeys(visits, florin)).toContain('"name":"Payroll"');
    expect(await visitWebhooks(visits, florin)).toContain('"description":"Accounting"');
    expect(await visitSimulations(visits, florin)).toContain('"advanced_seconds":3600');
  });

  test('every call about payouts gets an answer of the contract', async () => {
    const [olu, amara] = [await operator(florin), await operator(florin)];
    const { client } = await florin.signUpWith('100.00');
    await client.call(endpoints.simulateBankTransfer, { body: { amount: '50.00', currency: 'EUR' } });
    const account = await client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban } });
    const withdraw = { amount: '20.00', currency: 'EUR', payment_method_id: account.id } as const;
    const make = async () => {
      const { id } = await client.call(endpoints.withdraw, { body: withdraw });
      const body = { account: 'sandbox-eur', scheme: 'sepa', payouts: [id] };
      return { id: batchOf((await visit('makeBatch', { token: olu.token, body })).answer) };
    };
    const batch = await make();
    await visit('listBatchPayments', { token: amara.token, params: batch });
    await visit('approveBatch', { token: amara.token, params: batch });
    expect(await visitStream('getBatchFile', olu.token, batch)).toContain('pain.001.001.09');
    await visit('markBatchSent', { token: olu.token, params: batch });
    await visit('settleBatch', { token: olu.token, params: batch, body: await suggestedLine(florin, olu, '-20.00') });
    const change = { token: olu.token, params: await correctedAccount(florin, olu, amara) };
    for (const name of ['getPayoutDesk', 'finishAccountChange'] as const) await visit(name, change);
    await visit('refuseBatch', { token: amara.token, params: await make(), body: { reason: 'Too early' } });
  });

  test('the tests visit every call of the contract', () => {
    expect([...visited].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });
});
