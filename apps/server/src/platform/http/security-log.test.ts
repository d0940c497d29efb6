import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseProviders } from '../../choose-providers.ts';
import { parseConfig } from '../../config.ts';
import { buildApp, type App } from '../../app.ts';
import { createTestApp, testMasterKey, type TestApp } from '../../../test/test-app.ts';
import { quotedRows } from './security-log.ts';

let florin: TestApp;
let app: App;
const lines: string[] = [];
beforeAll(async () => {
  florin = await createTestApp();
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = parseConfig({ FLORIN_SEED: 'off' });
  const logger = pino({ level: 'trace', redact: quotedRows }, sink);
  app = await buildApp({
    config,
    pool: florin.database.pool,
    logger,
    providers: chooseProviders(config),
    masterKey: testMasterKey,
  });
});
afterAll(async () => {
  await app.close();
  await florin.close();
});

const canary = (what: string) => `canary-${what}-5f1d`;

async function ask(method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
  const answer = await app.http.inject({
    method,
    url: `/api${url}`,
    ...(payload ? { payload } : {}),
    headers: { 'user-agent': canary('agent'), ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown) };
}

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

// Rules: security-39, asvs-16
test('logs the member, call and outcome, but no content of the request', async () => {
  const email = `${canary('mail')}@florin.example`;
  const password = canary('password');
  const { body } = await ask('POST', '/auth/signup', { name: canary('name'), email, password });
  const { token, user } = body as { token: string; user: { id: string } };
  await ask('POST', '/auth/login', { email, password: canary('wrong') });
  await ask('POST', '/auth/login', { email, password });
  await ask('GET', '/auth/me', undefined, canary('token'));
  await ask('GET', `/transactions/${canary('id')}`, undefined, token);
  await ask('GET', `/contacts?q=${canary('query')}`, undefined, token);
  await ask('POST', '/payment-methods', { token: canary('card') }, token);
  const send = { recipient_email: `${canary('friend')}@florin.example`, amount: '1.00', note: canary('note') };
  await ask('POST', '/transactions/send', send, token);
  await ask('POST', '/transactions/send', { ...send, amount: canary('amount') }, token);

  const text = lines.join('');
  expect(text).not.toContain('canary-');
  expect(text).not.toContain(token);
  const calls = logged().filter(({ event }) => event === 'call');
  expect(calls.map(({ call, status, refusal }) => [call, status, refusal])).toEqual([
    ['POST /auth/signup', 200, null],
    ['POST /auth/login', 400, 'bad_credentials'],
    ['POST /auth/login', 200, null],
    ['GET /auth/me', 401, 'not_signed_in'],
    ['GET /transactions/:id', 404, 'not_found'],
    ['POST /payment-methods', 422, 'payment_method_unknown_token'],
    ['POST /transactions/send', 409, 'insufficient_balance'],
    ['POST /transactions/send', 422, 'invalid_amount'],
  ]);
  const whose = [user.id, null, user.id, null, user.id, user.id, user.id, user.id];
  expect(calls.map(({ member }) => member)).toEqual(whose);
  expect(calls.at(-1)).toMatchObject({ member: user.id, ip: '127.0.0.1', money: true, reqId: expect.any(String) });
});

// Rules: security-40
test('logs a bug with its request id, without content of the request', async () => {
  lines.length = 0;
  const { token } = await florin.signUp();
  await florin.database.ownerPool.query('alter table contacts rename to contacts_away');
  try {
    const { status, body } = await ask('POST', '/contacts', { email: `${canary('bug')}@florin.example` }, token);
    expect(status).toBe(500);
    const { request_id } = body as { request_id: string };
    const [line] = logged().filter(({ level }) => level === 50);
    expect(line?.['reqId']).toBe(request_id);
    expect(lines.join('')).not.toContain('canary-');
  } finally {
    await florin.database.ownerPool.query('alter table contacts_away rename to contacts');
  }
});

test('does not log a row that the database rejected', async () => {
  lines.length = 0;
  const { token } = await florin.signUp();
  await florin.database.ownerPool.query('alter table contacts add constraint none check (false) not valid');
  try {
    const body = { email: `${canary('row')}@florin.example`, name: canary('name') };
    expect((await ask('POST', '/contacts', body, token)).status).toBe(500);
    expect(logged().filter(({ level }) => level === 50)).toMatchObject([{ err: { code: '23514', table: 'contacts' } }]);
    expect(lines.join('')).not.toContain('canary-');
  } finally {
    await florin.database.ownerPool.query('alter table contacts drop constraint none');
  }
});

test('the log marks only dry runs as dry runs', async () => {
  const person = { name: 'Ines', email: 'dry-runs@florin.example', password: 'correct horse battery' };
  const { token } = (await ask('POST', '/auth/signup', person)).body as { token: string };
  const send = { recipient_email: 'jonas@florin.example', amount: '1.00' };
  for (const value of ['true', 'false', 'TRUE']) await ask('POST', `/transactions/send?dry_run=${value}`, send, token);
  const calls = logged().filter(({ call }) => call === 'POST /transactions/send');
  expect(calls.slice(-3).map((line) => line['dry_run'])).toEqual([true, undefined, undefined]);
});
