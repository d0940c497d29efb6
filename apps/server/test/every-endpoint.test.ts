import { endpoints, type Endpoint, type EndpointName } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
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

const idOf = (answer: unknown) => z.parse(z.object({ id: z.string() }), answer).id;
const sessionOf = (answer: unknown) =>
  z.parse(z.object({ token: z.string(), user: z.object({ email: z.string() }) }), answer);

describe('the whole interface', () => {
  test('answers every call of a member’s day as the contract says', async () => {
    const credentials = { email: 'ines@florin.example', password: 'correct horse battery' };
    await visit('signup', { body: { name: 'Ines', ...credentials } });
    const { token } = sessionOf((await visit('login', { body: { ...credentials, remember: true } })).answer);
    await visit('me', { token });

    const card = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_visa' } })).answer);
    const bank = idOf((await visit('addPaymentMethod', { token, body: { token: 'tok_bank' } })).answer);
    await visit('changePaymentMethod', { token, params: { id: bank }, body: { is_default: true } });
    await visit('listPaymentMethods', { token });
    await visit('addFunds', { token, body: { amount: 1000, payment_method_id: card } });
    await visit('listWallets', { token });

    const jonas = await florin.signUp('Jonas');
    const send = { recipient_email: jonas.user.email, amount: 100, note: 'lunch' };
    const sent = await visit('sendMoney', { token, body: send });
    expect(sent.raw).toContain('"amount":-102.00,"amount_exact":"-102.00"');
    expect(sent.raw).toContain('"fee":2.00,"fee_exact":"2.00"');
    const read = await visit('getTransaction', { token, params: { id: idOf(sent.answer) } });
    expect(read.raw).toBe(sent.raw);

    await visit('listCoins', { token });
    const bought = await visit('buyCoins', { token, body: { crypto_symbol: 'BTC', amount_usd: 50 } });
    expect(bought.raw).toMatch(/^\{"crypto_amount":0\.\d{8},"crypto_amount_exact":"0\.\d{8}",/);
    await visit('sellCoins', { token, body: { crypto_symbol: 'BTC', amount_crypto: '0.0001' } });
    await visit('getPortfolio', { token });
    await visit('listTransactions', { token });
    await visit('removePaymentMethod', { token, params: { id: bank } });
    await visit('logout', { token });

    expect([...visited].toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });
});
