import { endpoints, type Endpoint } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mount } from './mount.ts';
import type { Route } from './route.ts';
import { createHttpServer } from './server.ts';

type Asking = {
  readonly id: string;
  readonly role: 'member' | 'operator';
  readonly emailConfirmed: boolean;
  readonly hasFactor: boolean;
  readonly factorFresh: boolean;
  readonly passwordFresh: boolean;
};

const operator: Asking = {
  id: 'olu',
  role: 'operator',
  emailConfirmed: true,
  hasFactor: false,
  factorFresh: false,
  passwordFresh: true,
};
const ofOperators = Object.entries<Endpoint>(endpoints).filter(([, { access }]) => access === 'operator');

let asking: Asking;
let reached: string[];
let http: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
  http = await createHttpServer({ logger: pino({ level: 'silent' }), publicUrl: '' });
  for (const [name, endpoint] of ofOperators) {
    const handle = async () => void reached.push(name);
    mount<Asking>(http, { endpoint, handle } satisfies Route<Asking>, {
      authenticate: async () => asking,
      operatorsNeedFactor: true,
    });
  }
});
beforeEach(() => {
  asking = operator;
  reached = [];
});
afterAll(() => http.close());

const ask = ({ method, path }: Endpoint) =>
  http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: 'Bearer good' },
    ...(method === 'GET' ? {} : { payload: {} }),
  });

describe.each(ofOperators)('%s', (_name, endpoint) => {
  // Rules: identity-8
  test('is refused to an operator of a live server who has no second factor, however fresh the password', async () => {
    const answer = await ask(endpoint);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'operator_needs_factor']);
    expect(reached).toEqual([]);
  });

  test('is not there for a member, with and without a factor', async () => {
    for (const hasFactor of [true, false]) {
      asking = { ...operator, role: 'member', hasFactor };
      expect((await ask(endpoint)).statusCode).toBe(404);
    }
  });
});

/** Looks at documents, and at what is on them. */
const looks = new Set(['getKycCase', 'viewKycFile']);
/** Reads although it is a POST: what is looked for stays out of addresses. */
const reads = new Set(['findUsers']);

// Rules: identity-8
test('every call of an operator that changes something, and every look at a document, asks for a fresh factor', () => {
  const mustAsk = ofOperators.filter(
    ([name, { method, media }]) => looks.has(name) || media !== undefined || (method !== 'GET' && !reads.has(name)),
  );
  expect(mustAsk.length).toBeGreaterThan(10);
  expect(mustAsk.flatMap(([name, { stepUp }]) => (stepUp === 'or_password' ? [] : [name]))).toEqual([]);
});
