import { endpoints, type Endpoint } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { payloadOf } from '../../../../test/payload-of.ts';
import { mount } from '../../../platform/http/mount.ts';
import type { Route } from '../../../platform/http/route.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { authorizer } from '../authorize.ts';

type Caller = {
  readonly id: string;
  readonly role: 'member' | 'operator';
  readonly emailConfirmed: boolean;
  readonly hasFactor: boolean;
  readonly restricted: boolean;
  readonly factorFresh: boolean;
  readonly passwordFresh: boolean;
  readonly resetWaitUntil: Date | null;
};

const operator: Caller = {
  id: 'olu',
  role: 'operator',
  emailConfirmed: true,
  hasFactor: false,
  restricted: false,
  factorFresh: false,
  passwordFresh: true,
  resetWaitUntil: null,
};
const operatorEndpoints = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === 'operator');

let caller: Caller;
let reached: string[];
let http: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  http = await createHttpServer({ logger: pino({ level: 'silent' }), publicUrl: '' });
  for (const [name, endpoint] of operatorEndpoints) {
    const handle = async () => void reached.push(name);
    mount<Caller>(http, { endpoint, handle } satisfies Route<Caller>, {
      authenticate: async () => caller,
      authorize: authorizer('live', { record: () => undefined }),
    });
  }
});
beforeEach(() => {
  caller = operator;
  reached = [];
});
afterAll(() => http.close());

const ask = (endpoint: Endpoint) =>
  http.inject({
    method: endpoint.method,
    url: `/api${endpoint.path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: 'Bearer good' },
    ...payloadOf(endpoint),
  });

describe.each(operatorEndpoints)('%s', (_name, endpoint) => {
  // Rules: identity-8
  test('rejects an operator without a second factor on a live server, even after a fresh password', async () => {
    const answer = await ask(endpoint);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'operator_needs_factor']);
    expect(reached).toEqual([]);
  });

  test('responds 404 to a member, with or without a second factor', async () => {
    for (const hasFactor of [true, false]) {
      caller = { ...operator, role: 'member', hasFactor };
      expect((await ask(endpoint)).statusCode).toBe(404);
    }
  });
});

/** The calls that show documents or their contents. */
const documentCalls = new Set(['getKycCase', 'viewKycFile']);
/** Calls that only read, and use POST to keep the search text out of addresses. */
const readOnlyPosts = new Set(['findDeposits', 'findUsers']);

// Rules: identity-8
test('every operator call that changes data or shows a document requires a fresh second factor', () => {
  const mustStepUp = operatorEndpoints.filter(
    ([name, { method, media }]) =>
      documentCalls.has(name) || media !== undefined || (method !== 'GET' && !readOnlyPosts.has(name)),
  );
  expect(mustStepUp.length).toBeGreaterThan(10);
  expect(mustStepUp.flatMap(([name, { stepUp }]) => (stepUp === 'or_password' ? [] : [name]))).toEqual([]);
});
