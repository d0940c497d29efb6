import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchThrough } from '../../../test/fetch-through.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { strictClient } from '../../../test/strict-client.ts';
import { createTestApp, testMasterKey, type TestApp } from '../../../test/test-app.ts';
import { outboxKeyOf } from './outbox-key.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://wallet.example.com' });
});
afterAll(() => florin.close());

const mails = (query: { key?: string }) => {
  const client = strictClient({ origin: '', fetch: fetchThrough(florin.app.http), token: () => null });
  return client.call(endpoints.listCaughtMails, { query });
};

// Rules: identity-21
test('the outbox of a sandbox on a network needs the printed key', async () => {
  await florin.signUp();
  for (const query of [{}, { key: '' }, { key: 'guess' }, { key: outboxKeyOf(Buffer.alloc(32)) }])
    await expect(mails(query)).rejects.toMatchObject(refusedWith('outbox_locked'));
  expect(await mails({ key: florin.app.outboxKey ?? '' })).toHaveLength(1);
  expect(florin.app.outboxKey).toBe(outboxKeyOf(testMasterKey));
});

test('the HTML page of a mail needs the outbox key, runs no scripts and loads nothing', async () => {
  const key = florin.app.outboxKey ?? '';
  const [mail] = await mails({ key });
  const page = (query: string) => florin.app.http.inject(`/api/sandbox/mails/${mail?.id}/page${query}`);
  for (const query of ['', '?key=', '?key=guess']) {
    const locked = await page(query);
    expect([locked.statusCode, locked.json()]).toMatchObject([403, { code: 'outbox_locked' }]);
  }
  const { statusCode, headers, payload } = await page(`?key=${key}`);
  expect(statusCode).toBe(200);
  expect(payload).toContain(mail?.subject);
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'SAMEORIGIN' });
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';.* frame-ancestors 'self';.* sandbox allow-popups/);
  expect(policy).not.toMatch(/script|allow-same-origin/);
});

test('the outbox of a local sandbox needs no key', async () => {
  const local = await createTestApp();
  expect(local.app.outboxKey).toBeUndefined();
  expect(await local.client.call(endpoints.listCaughtMails, { query: {} })).toEqual([]);
  await local.close();
});
