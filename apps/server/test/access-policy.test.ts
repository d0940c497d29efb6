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

describe('who may call', () => {
  test('signing up and in, confirming an address and the sandbox’s outbox are public, and nothing else is', () => {
    const names = ofAccess('public').map(([name]) => name);
    expect(names.toSorted()).toEqual(['confirmEmail', 'listCaughtMails', 'login', 'signup']);
  });

  test.each(ofAccess('member'))('%s is refused without a token', async (_, endpoint) => {
    expect(await ask(endpoint)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test.each(ofAccess('member'))('%s is refused with a token that is none', async (_, endpoint) => {
    for (const authorization of garbage)
      expect(await ask(endpoint, authorization)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test.each(ofAccess('member'))('%s takes the token of a running session', async (_, endpoint) => {
    for (const scheme of ['Bearer', 'bearer']) {
      const { token } = await florin.signUp();
      expect((await ask(endpoint, `${scheme} ${token}`)).status).not.toBe(401);
    }
  });

  test.each(ofAccess('public'))('%s never answers 401, whatever the token', async (_, endpoint) => {
    for (const authorization of [undefined, ...garbage])
      expect(await ask(endpoint, authorization)).toMatchObject(
        endpoint.body ? { status: 422, code: 'invalid_request' } : { status: 200 },
      );
  });
});
