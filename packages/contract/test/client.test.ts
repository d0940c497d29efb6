import { expect, test } from 'vitest';
import { createClient } from '../src/client.ts';
import { endpoints } from '../src/endpoints.ts';

/** Returns the request that a call sends with this token. */
async function sentBy(make: (client: ReturnType<typeof createClient>) => Promise<unknown>, token: string | null) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Response.json([]);
  };
  await make(createClient({ origin: '', fetch, token: () => token }));
  const [first] = sent;
  if (!first) throw new Error('the client sent no request');
  return { ...first.init, call: `${first.init.method} ${first.url}` };
}

const send = { recipient_email: 'jonas@florin.example', amount: '12.30', currency: 'EUR', note: 'Lunch' } as const;

// Rules: api-1
test('a call is sent under /api as JSON with a bearer token and without a timeout', async () => {
  expect(await sentBy((client) => client.call(endpoints.sendMoney, { body: send }), 'a-token')).toEqual({
    call: 'POST /api/transactions/send',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer a-token' },
    body: JSON.stringify(send),
  });
});

// Rules: api-2
test('a call without a token and a body has no authorization and content-type headers', async () => {
  expect(await sentBy((client) => client.call(endpoints.me), null)).toEqual({
    call: 'GET /api/auth/me',
    method: 'GET',
    headers: {},
  });
});

// Rules: api-9
test.each([
  [{}, 'GET /api/transactions'],
  [{ type: undefined }, 'GET /api/transactions'],
  [{ type: 'buy_crypto' } as const, 'GET /api/transactions?type=buy_crypto'],
])('listTransactions with %o sends %s', async (query, call) => {
  const sent = await sentBy((client) => client.call(endpoints.listTransactions, { query }), 'a-token');
  expect(sent.call).toBe(call);
});
