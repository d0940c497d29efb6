import { once } from 'node:events';
import { endpoints, type Endpoint, type EndpointName } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { askForMoney, letTimePass } from './ask-for-money.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const visited = new Set<EndpointName>();

type Input = { token?: string; params?: Record<string, string>; body?: object };

/** Calls without the client in between, and reads the answer with the contract's schema, letting no field by. */
async function visit(name: EndpointName, { token, params = {}, body }: Input = {}) {
  const endpoint: Endpoint = endpoints[name];
  visited.add(name);
  const { statusCode, payload } = await florin.app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '')}`,
    ...(body ? { payload: body } : {}),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });
  const answer: unknown = payload === '' ? undefined : JSON.parse(payload);
  const schema = endpoint.answer ?? z.undefined();
  expect({ statusCode, answer }).toEqual({ statusCode: endpoint.answer ? 200 : 204, answer: z.parse(schema, answer) });
  return { raw: payload, answer };
}

/** The same for what answers with a stream, of which the beginning is enough. */
async function visitStream(name: EndpointName, token: string, params: Record<string, string> = {}, search = '') {
  const endpoint: Endpoint = endpoints[name];
  visited.add(name);
  const answer = await florin.app.http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? '')}${search}`,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  });
  expect([answer.statusCode, String(answer.headers['content-type']).split(';')[0]]).toEqual([200, endpoint.media]);
  const [beginning] = await once(answer.stream(), 'data');
  answer.stream().destroy();
  return String(beginning);
}

const idOf = (answer: unknown) => z.parse(z.object({ id: z.string() }), answer).id;
const linkOf = (mails: unknown) => z.parse(z.array(z.object({ link: z.string() })), mails)[0]?.link ?? '';
const sessionOf = (answer: unknown) =>
  z.parse(z.object({ token: z.string(), user: z.object({ email: z.string() }) }), answer);

describe('the whole interface', () => {
  test('answers every call of a member’s day as the contract says', async () => {
    const credentials = { email: 'ines@florin.example', password: 'correct horse battery' };
    await visit('signup', { body: { name: 'Ines', ...credentials } });
    const { token } = sessionOf((await visit('login', { body: { ...credentials, remember: true } })).answer);
    await visit('me', { token });
    await visit('resendConfirmation', { token });
    const key = linkOf((await visit('listCaughtMails')).answer).split('#')[1];
    await visit('confirmEmail', { body: { token: key } });

    const card = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_visa' } })).answer);
    const bank = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_bank' } })).answer);
    await visit('changePaymentMethod', { token, params: { id: bank }, body: { is_default: true } });
    await visit('listPaymentMethods', { token });
    await visit('addFunds', { token, body: { amount: 1000, payment_method_id: card } });
    await visit('listWallets', { token });
    await visit('getLimits', { token });
    const withdrawal = await visit('withdraw', { token, body: { amount: 20, payment_method_id: bank } });
    expect(withdrawal.raw).toContain('"status":"pending"');
    await visit('cancelTransaction', { token, params: { id: idOf(withdrawal.answer) } });
    const exchange = { from: 'USD', to: 'EUR', amount: 10 };
    const quote_id = idOf((await visit('createQuote', { token, body: { kind: 'exchange', ...exchange } })).answer);
    await visit('exchangeMoney', { token, body: { ...exchange, quote_id } });

    const jonas = await florin.signUp('Jonas');
    const send = { recipient_email: jonas.user.email, amount: 100, note: 'lunch' };
    const sent = await visit('sendMoney', { token, body: send });
    expect(sent.raw).toContain('"amount":-102.00,"amount_exact":"-102.00"');
    expect(sent.raw).toContain('"fee":2.00,"fee_exact":"2.00"');
    const read = await visit('getTransaction', { token, params: { id: idOf(sent.answer) } });
    expect(read.raw).toBe(sent.raw);

    await visit('lookUpRecipient', { token, body: { email: jonas.user.email } });
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
    expect(await visitStream('getReceipt', token, { id: idOf(sent.answer) })).toMatch(/^%PDF/);
    expect(await visitStream('getStatement', token, { wallet: 'USD', month: '2026-01' })).toMatch(/^%PDF/);
    expect((await visit('listNotifications', { token })).raw).toContain('"kind":"request_received"');
    await visit('markNotificationsRead', { token, body: { until: new Date().toISOString() } });
    expect(await visitStream('streamEvents', token)).toMatch(/^retry: /);
    await visit('removePaymentMethod', { token, params: { id: bank } });
    await visit('logout', { token });

    expect([...visited].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });
});
