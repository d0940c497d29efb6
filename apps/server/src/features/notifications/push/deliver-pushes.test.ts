import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pushBrowser, startPushService } from '../../../../test/push-service.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { pushDependencies, waitingPush as writeWaitingPush } from '../../../../test/waiting-push.ts';
import { deliverPushes, schedulePushes } from './deliver-pushes.ts';
import { openPushKeys } from './push-keys.ts';
import { postSlots } from '../../../platform/http/post-slots.ts';

let florin: TestApp;
let service: Awaited<ReturnType<typeof startPushService>>;
let silent: typeof service;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
  service = await startPushService();
  silent = await startPushService();
  silent.answer(undefined);
});
afterAll(async () => {
  await service.close();
  await silent.close();
  await florin.close();
});
beforeEach(() => {
  service.posted.length = 0;
  silent.posted.length = 0;
  service.answer(201);
});

const owner = (statement: string, values: unknown[] = []) => florin.database.ownerPool.query(statement, values);

/** `strictly` blocks local addresses, as in production. */
function deliver({ strictly = false } = {}) {
  const { mayConnectTo, ...dependencies } = pushDependencies(florin);
  return deliverPushes(strictly ? dependencies : { ...dependencies, mayConnectTo }, postSlots());
}

const waitingPush = (member: TestMember, browser: ReturnType<typeof pushBrowser>, url = service.url) =>
  writeWaitingPush(florin, member, browser, url);

function onlyOne<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

const count = async (table: string, id: string) => (await owner(`select from ${table} where id = $1`, [id])).rowCount;

describe('push messages', () => {
  test("encrypts a push message for its browser and signs it with the member's known key", async () => {
    const hana = await florin.signUp();
    const browser = pushBrowser();
    const { message, subscription } = await waitingPush(hana, browser);
    await deliver();
    await deliver();
    expect(service.posted).toHaveLength(1);
    const { path, headers, body } = onlyOne(service.posted);
    expect(path).toBe(`/push/${subscription}`);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    const { push_key } = await hana.client.call(endpoints.getPreferences);
    expect(headers.authorization).toMatch(/^vapid t=[\w.-]+, k=/);
    expect(headers.authorization).toContain(`k=${push_key}`);
    expect(browser.read(body)).toEqual({ title: 'Ines sent you $5.00', path: '/dashboard', tag: '1' });
    expect(body.includes('Ines')).toBe(false);
    expect(await count('push_messages', message)).toBe(0);
  });

  test.each([404, 410])('deletes a subscription whose push service answers %d', async (status) => {
    const { message, subscription } = await waitingPush(await florin.signUp(), pushBrowser());
    service.answer(status);
    await deliver();
    expect(await count('push_messages', message)).toBe(0);
    expect(await count('push_subscriptions', subscription)).toBe(0);
  });

  test.each([429, 500, 503])(
    'retries a push message later after status %d and gives up after six attempts',
    async (status) => {
      const { message, subscription } = await waitingPush(await florin.signUp(), pushBrowser());
      service.answer(status);
      await deliver();
      await deliver();
      expect(service.posted, 'no immediate retry').toHaveLength(1);
      for (let attempt = 2; attempt <= 6; attempt++) {
        expect(await count('push_messages', message)).toBe(1);
        await owner('update push_messages set next_attempt_at = now() where id = $1', [message]);
        await deliver();
      }
      expect(service.posted).toHaveLength(6);
      expect(await count('push_messages', message)).toBe(0);
      expect(await count('push_subscriptions', subscription)).toBe(1);
    },
  );

  test('drops a rejected or redirected push message without following the redirect', async () => {
    for (const status of [400, 403, 302]) {
      const { message } = await waitingPush(await florin.signUp(), pushBrowser());
      service.answer(status);
      await deliver();
      expect(await count('push_messages', message)).toBe(0);
    }
    expect(service.posted).toHaveLength(3);
  });

  test('drops a push message immediately if the push service switches protocols', async () => {
    const { message } = await waitingPush(await florin.signUp(), pushBrowser());
    service.answer(101);
    await deliver();
    expect(await count('push_messages', message)).toBe(0);
  });

  test('never posts to a private address and deletes a subscription with such an address', async () => {
    const { port } = new URL(service.url);
    for (const url of [service.url, `http://localhost:${port}/push`, `http://[::1]:${port}/push`]) {
      const { subscription } = await waitingPush(await florin.signUp(), pushBrowser(), url);
      await deliver({ strictly: true });
      expect(await count('push_subscriptions', subscription)).toBe(0);
    }
    expect(service.posted).toEqual([]);
  });

  test('sends no push message to an ended session, without delaying other messages', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    await waitingPush(hana, pushBrowser());
    const { subscription } = await waitingPush(ines, pushBrowser());
    await owner('update sessions set expires_at = now() where user_id = $1', [hana.user.id]);
    await deliver();
    expect(service.posted.map(({ path }) => path)).toEqual([`/push/${subscription}`]);
  });

  test("delays only the same member's messages while a push service does not answer", async () => {
    const [mallory, ines] = [await florin.signUp(), await florin.signUp()];
    for (let i = 0; i < 25; i++) await waitingPush(mallory, pushBrowser(), silent.url);
    const stop = new AbortController();
    const run = deliverPushes(pushDependencies(florin), postSlots(), stop.signal);
    await vi.waitUntil(() => silent.posted.length > 0, { timeout: 30_000 });
    const { subscription } = await waitingPush(ines, pushBrowser());
    await vi.waitUntil(() => service.posted.length > 0, { timeout: 30_000 });
    expect(onlyOne(service.posted).path).toBe(`/push/${subscription}`);
    expect(silent.posted).toHaveLength(1);
    stop.abort();
    await run;
    await owner('delete from push_subscriptions where user_id = $1', [mallory.user.id]);
  });

  test('resends a push message that a shutdown interrupted, and starts no further messages', async () => {
    const hana = await florin.signUp();
    const { message: first } = await waitingPush(hana, pushBrowser(), silent.url);
    const { message: second } = await waitingPush(hana, pushBrowser());
    await owner('update push_messages set attempts = 5 where id = $1', [first]);
    const job = schedulePushes(pushDependencies(florin));
    await vi.waitUntil(() => silent.posted.length > 0, { timeout: 30_000 });
    await job.stop();
    expect(await count('push_messages', first), 'even at the last attempt').toBe(1);
    expect(await count('push_messages', second)).toBe(1);
    expect(service.posted).toEqual([]);
  });

  test('keeps a push message for an unreachable push service', async () => {
    const { message } = await waitingPush(await florin.signUp(), pushBrowser(), 'http://127.0.0.1:1');
    await deliver();
    expect(await count('push_messages', message)).toBe(1);
  });
});

describe('the push keys of this server', () => {
  test('creates the push keys once and encrypts the private key', async () => {
    const { pool, vault } = florin.app.dependencies;
    const pairs = await Promise.all([1, 2, 3].map(() => openPushKeys({ pool, vault }).get()));
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1);
    const { rows } = await owner('select to_jsonb(k)::text as row, sealed_private from push_keys k');
    expect(rows).toHaveLength(1);
    const privateKey = pairs[0]?.privateKey ?? '';
    expect(rows[0].row).not.toContain(privateKey);
    expect(Buffer.from(rows[0].sealed_private).includes(privateKey)).toBe(false);
  });
});

describe('push subscriptions', () => {
  const add = (
    { client }: TestMember,
    endpoint: string,
    keys: Pick<ReturnType<typeof pushBrowser>, 'p256dh' | 'auth'>,
  ) =>
    client.call(endpoints.addPushSubscription, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
  const address = () => `https://push.example.com/${randomUUID()}`;
  const of = async ({ user }: TestMember) =>
    (await owner('select endpoint from push_subscriptions where user_id = $1 order by created_at', [user.id])).rows;

  test('rejects a subscription whose endpoint is not a push service', async () => {
    const hana = await florin.signUp();
    for (const endpoint of ['http://push.example.com/1', 'https://127.0.0.1/1', 'https://localhost/1'])
      await expect(add(hana, endpoint, pushBrowser())).rejects.toMatchObject(refusedWith('invalid_request'));
    await expect(add(hana, address(), { p256dh: 'short', auth: 'short' })).rejects.toMatchObject(
      refusedWith('invalid_request'),
    );
    expect(await of(hana)).toEqual([]);
  });

  test("stores a push subscription once and moves it to the browser's latest member", async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    const [endpoint, browser] = [address(), pushBrowser()];
    await add(hana, endpoint, browser);
    await add(hana, endpoint, browser);
    expect(await of(hana)).toEqual([{ endpoint }]);
    await add(ines, endpoint, browser);
    expect([await of(hana), await of(ines)]).toEqual([[], [{ endpoint }]]);
  });

  test("deletes the earlier member's pending messages when a subscription moves", async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    const [endpoint, browser] = [address(), pushBrowser()];
    await add(hana, endpoint, browser);
    await owner(`insert into push_messages (id, subscription_id, message)
                 select gen_random_uuid(), id, '{}' from push_subscriptions where endpoint = '${endpoint}'`);
    const waiting = async () => (await owner('select from push_messages')).rowCount;
    const before = await waiting();
    await add(ines, endpoint, browser);
    expect(await waiting()).toBe((before ?? 0) - 1);
  });

  test('lets only its member remove a push subscription', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.signUp()];
    const endpoint = address();
    await add(hana, endpoint, pushBrowser());
    const remove = ({ client }: TestMember) => client.call(endpoints.removePushSubscription, { body: { endpoint } });
    await remove(ines);
    expect(await of(hana)).toHaveLength(1);
    await remove(hana);
    expect(await of(hana)).toEqual([]);
  });

  test("keeps a member's newest ten subscriptions and allows 100 additions a day", async () => {
    const hana = await florin.signUp();
    const all = Array.from({ length: 11 }, address);
    for (const endpoint of all) await add(hana, endpoint, pushBrowser());
    expect((await of(hana)).map(({ endpoint }) => endpoint)).toEqual(all.slice(1));
    await owner(`update use_counts set used = 100 where user_id = $1 and use = 'push-subscription'`, [hana.user.id]);
    await expect(add(hana, address(), pushBrowser())).rejects.toMatchObject(refusedWith('too_many_requests'));
  });
});
