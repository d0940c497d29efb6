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

describe('the Host header of a sandbox', () => {
  test.each([
    'evil.example',
    'evil.example:3000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'wallet.example.com',
  ])('rejects a host name that is not the server’s: %s', async (host) => {
    expect(await ask(local, host)).toBe(421);
    expect(await ask(local, host, '/login')).toBe(421);
  });

  test.each(['localhost', 'localhost:3000', 'florin.localhost', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20'])(
    'accepts localhost names and IP addresses: %s',
    async (host) => {
      expect(await ask(local, host)).toBe(200);
    },
  );

  test('names the error of an unknown host', async () => {
    const { body } = await local.app.http.inject({ url: '/login', headers: { host: 'evil.example' } });
    expect(JSON.parse(body)).toMatchObject({ code: 'unknown_host' });
  });

  // Rules: identity-21
  test('accepts only the host of PUBLIC_URL when other machines can reach the server', async () => {
    expect(await ask(reached, 'wallet.example.com', '/api/openapi.json')).toBe(200);
    expect(await ask(reached, 'Wallet.Example.com.', '/api/openapi.json')).toBe(200);
    expect(await ask(reached, 'evil.example', '/api/openapi.json')).toBe(421);
  });

  test('accepts any host for health checks', async () => {
    expect(await ask(local, 'florin-one', '/healthz')).toBe(200);
  });
});
