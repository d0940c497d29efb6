import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchThrough } from '../../../test/fetch-through.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { strictClient } from '../../../test/strict-client.ts';
import { createTestApp, testMasterKey, type TestApp } from '../../../test/test-app.ts';
import { outboxKeyOf } from './outbox-key.ts';

let reached: TestApp;
beforeAll(async () => {
  reached = await createTestApp({ PUBLIC_URL: 'https://wallet.example.com' });
});
afterAll(() => reached.close());

const mails = (query: { key?: string }) => {
  const client = strictClient({ origin: '', fetch: fetchThrough(reached.app.http), token: () => null });
  return client.call(endpoints.listCaughtMails, { query });
};

// Rules: identity-21
test('the outbox of a sandbox that others can reach opens with the printed key alone', async () => {
  await reached.signUp();
  for (const query of [{}, { key: '' }, { key: 'guess' }, { key: outboxKeyOf(Buffer.alloc(32)) }])
    await expect(mails(query)).rejects.toMatchObject(refusedWith('outbox_locked'));
  expect(await mails({ key: reached.app.outboxKey ?? '' })).toHaveLength(1);
  expect(reached.app.outboxKey).toBe(outboxKeyOf(testMasterKey));
});

test('a mail of that outbox is shown as HTML with the key alone, in a frame in which nothing runs or is fetched', async () => {
  const key = reached.app.outboxKey ?? '';
  const [mail] = await mails({ key });
  const page = (query: string) => reached.app.http.inject(`/api/sandbox/mails/${mail?.id}/page${query}`);
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

test('the outbox of a sandbox that only this machine reaches needs no key', async () => {
  const local = await createTestApp();
  expect(local.app.outboxKey).toBeUndefined();
  expect(await local.client.call(endpoints.listCaughtMails, { query: {} })).toEqual([]);
  await local.close();
});
