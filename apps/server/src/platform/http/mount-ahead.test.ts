import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { mount } from './mount.ts';
import { routesAheadFor } from './route.ts';
import { createHttpServer } from './server.ts';

const member = { id: 'ines' };
const route = routesAheadFor<typeof member>();
const ada = { name: 'Ada', email: 'ada@florin.example' };

let started: string[];
let http: Awaited<ReturnType<typeof createHttpServer>>;
beforeEach(async () => {
  started = [];
  http = await createHttpServer({ logger: pino({ level: 'silent' }), publicUrl: '' });
});
afterEach(() => http.close());

function serve(found: () => Promise<typeof ada>) {
  const ahead = ({ email }: { email: string }) => {
    started.push(email);
    return found();
  };
  const stranger = { registered: true, contact_name: null, known: false, resembles: null };
  mount(
    http,
    route(endpoints.lookUpRecipient, ahead, async (_call, one) => ({ ...stranger, ...(await one) })),
    {
      authorize: () => undefined,
      authenticate: async (token) => {
        started.push('session');
        if (token !== 'good') throw new Refusal('not_signed_in', 'Please sign in.');
        return member;
      },
    },
  );
}

const ask = (token: string, payload: object) =>
  http.inject({
    method: endpoints.lookUpRecipient.method,
    url: `/api${endpoints.lookUpRecipient.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });

test('runs the lookup of a body while the session is checked', async () => {
  serve(() => Promise.resolve(ada));
  expect((await ask('good', { email: 'Ada@florin.example' })).json()).toMatchObject(ada);
  expect(started).toEqual(['ada@florin.example', 'session']);
});

test('answers an unauthenticated caller with 401, whatever the body or the lookup’s result', async () => {
  serve(() => Promise.reject(new Error('no database')));
  for (const body of [{ email: 'ada@florin.example' }, { email: 7 }, {}]) {
    const { statusCode, json } = await ask('bad', body);
    expect([statusCode, json().code]).toEqual([401, 'not_signed_in']);
  }
  expect(started.filter((what) => what !== 'session')).toEqual(['ada@florin.example']);
  started = [];
  expect((await ask('', { email: 'ada@florin.example' })).statusCode).toBe(401);
  expect(started).toEqual([]); // without a token there is no lookup
});

test('reports body errors to an authenticated caller, and answers a failed lookup with an error', async () => {
  serve(() => Promise.reject(new Error('no database')));
  expect((await ask('good', { email: 7 })).statusCode).toBe(422);
  expect((await ask('good', { email: 'ada@florin.example' })).statusCode).toBe(500);
});
