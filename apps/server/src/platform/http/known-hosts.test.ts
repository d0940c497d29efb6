import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let local: TestApp;
let reached: TestApp;
beforeAll(async () => {
  local = await createTestApp();
  reached = await createTestApp({ HOST: '0.0.0.0', PUBLIC_URL: 'https://wallet.example.com' });
});
afterAll(async () => {
  await local.close();
  await reached.close();
});

const ask = async ({ app }: TestApp, host: string, url = `/api${endpoints.listCaughtMails.path}`) =>
  (await app.http.inject({ url, headers: { host } })).statusCode;

describe('a name that leads to a sandbox', () => {
  test.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'wallet.example.com',
  ])('is refused where it is not the server’s own: %s', async (host) => {
    expect(await ask(local, host)).toBe(421);
    expect(await ask(local, host, '/login')).toBe(421);
  });

  test.each(['localhost', 'localhost:3000', 'florin.localhost', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20'])(
    'is accepted where nobody else can own it: %s',
    async (host) => {
      expect(await ask(local, host)).toBe(200);
    },
  );

  // Rules: identity-21
  test('is the one of PUBLIC_URL where others can reach the server', async () => {
    expect(await ask(reached, 'wallet.example.com', '/api/openapi.json')).toBe(200);
    expect(await ask(reached, 'Wallet.Example.com.', '/api/openapi.json')).toBe(200);
    expect(await ask(reached, 'evil.example', '/api/openapi.json')).toBe(421);
  });

  test('may be any for whoever watches over the server', async () => {
    expect(await ask(local, 'florin-one', '/healthz')).toBe(200);
  });
});
