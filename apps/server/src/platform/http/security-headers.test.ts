import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let overHttps: TestApp;
let token: string;
beforeAll(async () => {
  [florin, overHttps] = [await createTestApp(), await createTestApp({ PUBLIC_URL: 'https://florin.example' })];
  ({ token } = await florin.signUp());
});
afterAll(async () => {
  await Promise.all([florin.close(), overHttps.close()]);
});

const always = {
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const answers = [
  { status: 200, url: '/api/auth/me' },
  { status: 200, url: '/api/openapi.json' },
  { status: 200, url: '/healthz' },
  { status: 404, url: '/api/nothing' },
  { status: 404, url: '/api/%zz' },
  { status: 404, url: `/api/transactions/${'x'.repeat(400)}` },
  { status: 404, url: '/assets/nothing.js' },
  { status: 401, url: '/api/wallets', authorization: 'Bearer nonsense' },
  { status: 415, url: '/api/auth/login', payload: 'x' },
] as const;

describe('security headers', () => {
  // Rules: security-13, security-20
  test.each(answers)('sets the security headers: $status $url', async ({ status, url, ...more }) => {
    const answer = await florin.app.http.inject({
      url,
      headers: { authorization: 'authorization' in more ? more.authorization : `Bearer ${token}` },
      ...('payload' in more ? { method: 'POST', payload: more.payload } : {}),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject(always);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers).not.toHaveProperty('server');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.headers['cache-control']).toBe(url.startsWith('/api') ? 'no-store' : undefined);
  });

  test('forbids caching of an API response whose URL is percent-encoded', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await florin.app.http.inject({ url: '/%61pi/auth/me', headers });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  test('sets the security headers on a 500 response', async () => {
    await florin.database.ownerPool.query('alter table identity_changes rename to changes');
    const answer = await florin.app.http.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    await florin.database.ownerPool.query('alter table changes rename to identity_changes');
    expect(answer.statusCode).toBe(500);
    expect(answer.headers).toMatchObject({ ...always, 'cache-control': 'no-store' });
  });

  // Rules: security-20
  test('sends HSTS for two years only when PUBLIC_URL uses HTTPS', async () => {
    for (const url of ['/api/nothing', '/api/%zz', '/healthz']) {
      const [plain, secure] = [await florin.app.http.inject({ url }), await overHttps.app.http.inject({ url })];
      expect(secure.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      expect(plain.headers).not.toHaveProperty('strict-transport-security');
    }
  });
});
