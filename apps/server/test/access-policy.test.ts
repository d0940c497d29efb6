import { text } from 'node:stream/consumers';
import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sensitive, sensitiveWithout, sometimesSensitive } from './sensitive-calls.ts';
import { statedAccess } from './stated-access.ts';
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
  if (!isJson) answer.stream().destroy(); // event streams do not end
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

const signedIn = named.filter(([, { access }]) => access !== 'public');

describe('the access policy', () => {
  // Rules: sign-in-34
  test.each(['public', 'member', 'operator'] as const)(
    "the contract's %s calls are exactly the listed ones",
    (access) => {
      expect(
        ofAccess(access)
          .map(([name]) => name)
          .toSorted(),
      ).toEqual(statedAccess[access].toSorted());
    },
  );

  // Rules: identity-6, asvs-7.5.2
  test('exactly the listed calls need a second factor', () => {
    const asking = (asks: Endpoint['stepUp']) =>
      named.flatMap(([name, { stepUp }]) => (stepUp === asks ? [name] : [])).toSorted();
    expect(asking(true)).toEqual(sensitive);
    expect(asking('or_password')).toEqual(sensitiveWithout);
    expect(asking('sometimes')).toEqual(sometimesSensitive);
  });

  // Rules: api-4
  test.each(signedIn)('%s rejects a call without a token', async (_, endpoint) => {
    expect(await ask(endpoint)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  test.each(signedIn)('%s rejects an invalid token', async (_, endpoint) => {
    for (const authorization of garbage)
      expect(await ask(endpoint, authorization)).toMatchObject({ status: 401, code: 'not_signed_in' });
  });

  // Rules: api-4
  test.each(ofAccess('member'))('%s accepts the token of a running session', async (_, endpoint) => {
    for (const scheme of ['Bearer', 'bearer']) {
      const { token } = await florin.signUp();
      expect((await ask(endpoint, `${scheme} ${token}`)).status).not.toBe(401);
    }
  });

  // Rules: sign-in-32
  test.each(ofAccess('operator'))('%s answers a member with not found', async (_, endpoint) => {
    const { token } = await florin.signUp();
    const nowhere = await florin.app.http.inject({
      url: '/api/nowhere',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await ask(endpoint, `Bearer ${token}`)).toEqual({ status: nowhere.statusCode, code: 'not_found' });
  });

  // Rules: security-17
  test.each(ofAccess('public'))('%s never answers 401, even with an invalid token', async (_, endpoint) => {
    const answers = await Promise.all([undefined, ...garbage].map((authorization) => ask(endpoint, authorization)));
    expect(answers.map(({ status }) => status)).not.toContain(401);
  });

  const publicWithBody = ofAccess('public').filter(([, { body }]) => body);
  test.each(publicWithBody)('%s reports a missing field, even with an invalid token', async (_, endpoint) => {
    for (const authorization of [undefined, ...garbage])
      expect(await ask(endpoint, authorization)).toEqual({ status: 422, code: 'invalid_request' });
  });
});
