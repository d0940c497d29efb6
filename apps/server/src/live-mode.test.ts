import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoLogin, endpoints, sandboxTokens } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLiveApp, type LiveApp } from '../test/live-app.ts';
import { liveSettings } from '../test/live-settings.ts';
import { refusedWith } from '../test/refused-with.ts';
import { serverProgram } from '../test/server-program.ts';

describe('a live server', () => {
  let live: LiveApp;
  beforeAll(async () => {
    live = await openLiveApp();
  });
  afterAll(() => live.close());

  let people = 0;
  const signUp = async () => {
    const email = `test.person.${(people += 1)}@mail.example`;
    const body = { name: 'Test Person', email, password: 'sloppy correct battery 91' };
    return live.clientOf((await live.clientOf(null).call(endpoints.signup, { body })).token);
  };

  // Rules: security-42
  test('a live server has no sandbox, debug or metrics addresses', async () => {
    const member = await signUp();
    const sandboxCalls = Object.values(endpoints).filter(({ path }) => path.startsWith('/sandbox'));
    expect(sandboxCalls.length).toBeGreaterThan(3);
    for (const { method, path } of sandboxCalls) {
      const url = `/api${path.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`;
      const answer = await live.http.inject({ method, url, ...(method === 'POST' && { payload: { amount: '5.00' } }) });
      expect([url, answer.statusCode]).toEqual([url, expect.toBeOneOf([401, 404])]);
    }
    const idempotencyKey = '0190f5c2-7a6b-7000-8000-000000000001';
    await expect(
      member.call(endpoints.simulateBankTransfer, { body: { amount: '5.00' } }, { idempotencyKey }),
    ).rejects.toMatchObject(refusedWith('not_found'));
    await expect(member.call(endpoints.listCaughtMails, { query: {} })).rejects.toMatchObject(refusedWith('not_found'));
    for (const call of [
      () => member.call(endpoints.getTestClock),
      () => member.call(endpoints.advanceTestClock, { body: { advance_seconds: 60 } }),
      () => member.call(endpoints.simulateReturn, { params: { id: 'h1' } }),
      () => member.call(endpoints.simulatePriceMove, { body: { symbol: 'BTC', percent: 5 } }),
    ])
      await expect(call()).rejects.toMatchObject(refusedWith('not_found'));
    for (const url of ['/api/metrics', '/api/debug', '/api/test', '/api/sandbox', '/assets/main.ts'])
      expect((await live.http.inject({ url })).statusCode).toBe(404);
    // Other addresses are pages of the web app, if it is built.
    for (const url of ['/metrics', '/debug', '/.env', '/.git/config', '/src/main.ts'])
      expect((await live.http.inject({ url })).body).toMatch(/^$|<!doctype html>|not_found/i);
  });

  // Rules: security-42
  test('a live server knows no sandbox cards and no demo login', async () => {
    const member = await signUp();
    for (const token of sandboxTokens)
      await expect(member.call(endpoints.addPaymentMethod, { body: { token } })).rejects.toMatchObject(
        refusedWith('payment_method_unknown_token'),
      );
    await expect(live.clientOf(null).call(endpoints.login, { body: demoLogin })).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
    const coins = await member.call(endpoints.listCoins);
    expect(new Set(coins.map(({ kind }) => kind))).toEqual(new Set(['reference']));
  });

  // Rules: security-42
  test('a live server does not reveal the version of its software', async () => {
    for (const url of ['/readyz', '/livez', '/api/wallets', '/api/nowhere', '/']) {
      const { headers, body } = await live.http.inject({ url });
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/fastify|node(?:\.js)?\/\d|postgres(?:ql)?[ /]\d/i);
    }
  });

  test('a live server tells members how to pay in with their reference', async () => {
    const member = await signUp();
    const [euros, ...more] = await member.call(endpoints.getFundingInstructions);
    expect(more).toEqual([]);
    expect(euros).toMatchObject({ currency: 'EUR', holder: 'Example Payments Ltd', can_simulate: false });
    expect(euros?.reference).toMatch(/^RF\d\d/);
  });
});

test('a live server starts with the required settings on an embedded database, and stops cleanly', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-live-'));
  chmodSync(folder, 0o755); // as root, the server runs as another user, who must be able to enter
  const env = {
    ...process.env,
    ...liveSettings,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PRICE_FEED: 'http://127.0.0.1:1/',
    EXCHANGE_RATES: 'http://127.0.0.1:1/',
    DATABASE_URL: '',
    FLORIN_DATA_DIR: path.join(folder, 'data'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    FLORIN_DRAIN_SECONDS: '0',
  };
  try {
    const child = spawn(process.execPath, [serverProgram], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Florin is ready')) child.kill('SIGTERM');
    });
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said).toMatch(/^Florin is ready at https:\/\/florin\.example$/m);
    expect(said).toMatch(/^Warning: the database is on the disk of this machine only/m);
    expect(said).toMatch(/^There are no sanctions lists, so Florin checks no names\./m);
    expect(said).not.toMatch(/Demo login|Caught mails|sandbox/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
