import { randomUUID } from 'node:crypto';
import { endpoints, type BusinessRole, type Endpoint, type EndpointName } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { join, openBusiness } from './business.ts';
import { roleMatrix } from './role-matrix.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const letters: readonly (readonly [BusinessRole, string])[] = [
  ['owner', 'o'],
  ['admin', 'a'],
  ['payer', 'p'],
  ['approver', 'v'],
  ['accountant', 'c'],
  ['viewer', 'w'],
];

/** Calls that would end the test's own access, or whose answers never end. */
const notCalled = new Set(['logout', 'removePerson', 'streamEvents', 'streamPrices']);

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

test('each role may make exactly the calls of the role matrix', async () => {
  const owner = await florin.signUp('Ines');
  const business = await openBusiness(florin, owner);
  const tokens = new Map<BusinessRole, string>([['owner', owner.token]]);
  for (const [role] of letters.slice(1)) {
    const person = await florin.signUp();
    await join(florin, owner, business, { person, role });
    tokens.set(role, person.token);
  }
  const found: Record<string, string> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (endpoint.access === 'public') continue;
    const may = letters.map(
      async ([role]) => notCalled.has(name) || !(await isRefused(endpoint, tokens.get(role) ?? '', business.handle)),
    );
    found[name] = (await Promise.all(may)).map((yes, i) => (yes ? (letters[i]?.[1] ?? '') : '')).join('');
  }
  const stated = Object.entries(roleMatrix).filter(([name]) => endpoints[name as EndpointName].access !== 'public');
  expect(found).toEqual(Object.fromEntries(stated));
});

const codes = z.object({ code: z.optional(z.string()) });
const refusals = new Set(['role_not_allowed', 'own_account_only']);

/** Sends no body, because the server checks the role before the body. */
async function isRefused({ method, path, access }: Endpoint, token: string, account: string): Promise<boolean> {
  const { statusCode, payload } = await florin.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, randomUUID())}`,
    headers: { authorization: `Bearer ${token}`, 'florin-account': account },
  });
  if (access === 'operator') return statusCode === 404;
  if (statusCode < 400) return false;
  return refusals.has(z.parse(codes, JSON.parse(payload)).code ?? '');
}
