import { endpoints, webhooksMaximum } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword } from '../../../test/reset-password.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import {
  publicKeyOf,
  startReceiver,
  verifyPublic,
  verifyShared,
  type Receiver,
} from '../../../test/webhook-receiver.ts';
import { addWebhook, deliverAll, letHoursPass, stateOf } from '../../../test/webhooks.ts';
import { openSigningKeys, reencryptWebhookKeys } from './signing-keys.ts';
import { isWebhookUrl } from './reach.ts';
import { retrySeconds } from './retries.ts';

let florin: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  florin = await createTestApp();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await florin.expectCleanBooks();
  await florin.close();
});

const change = ({ client }: TestMember, id: string, body: { enabled?: boolean; url?: string; description?: string }) =>
  client.call(endpoints.changeWebhook, { params: { id }, body });
const pay = ({ client }: TestMember) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: 'somebody@florin.example', amount: '1.00' } });
const lastReceived = () => {
  const last = receiver.received.at(-1);
  if (!last) throw new Error('nothing was received');
  return last;
};

describe('webhooks of a member', () => {
  test('a webhook shows its secret once', async () => {
    const ines = await florin.signUp();
    const { webhook, secret } = await addWebhook(ines, receiver.url);
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    expect(webhook).toMatchObject({
      url: receiver.url,
      types: [],
      state: 'active',
      waiting: 0,
      old_secret_until: null,
    });
    const listed = await ines.client.call(endpoints.listWebhooks);
    expect(listed).toEqual([webhook]);
    const stored = await florin.database.ownerPool.query('select w::text as row from webhooks w where id = $1', [
      webhook.id,
    ]);
    expect(JSON.stringify([listed, stored.rows])).not.toContain(secret.slice(6));
  });

  test('a webhook signs with the old and the new secret for 24 hours after a rotation', async () => {
    const ines = await florin.signUpWith('100.00');
    const { webhook, secret: old } = await addWebhook(ines, receiver.url);
    const rotated = await ines.client.call(endpoints.rotateWebhookSecret, { params: { id: webhook.id } });
    expect(rotated.secret).not.toBe(old);
    expect(rotated.webhook.old_secret_until).not.toBeNull();
    await pay(ines);
    await deliverAll(florin);
    const both = lastReceived();
    verifyShared(both, old);
    verifyShared(both, rotated.secret);
    expect(verifyPublic(both, await publicKeyOf(florin))).toBe(true);
    await letHoursPass(florin, webhook, 24);
    await pay(ines);
    await deliverAll(florin);
    const later = lastReceived();
    expect(() => verifyShared(later, old)).toThrow('No matching signature');
    verifyShared(later, rotated.secret);
    expect(await stateOf(ines, webhook)).toMatchObject({ old_secret_until: null });
  });

  test('a webhook can be changed, disabled and enabled, and is removed with its deliveries', async () => {
    const ines = await florin.signUpWith('100.00');
    const { webhook } = await addWebhook(ines, receiver.url);
    const count = receiver.received.length;
    const changed = await change(ines, webhook.id, {
      enabled: false,
      description: 'Accounting',
      url: `${receiver.url}/2`,
    });
    expect(changed).toMatchObject({
      state: 'disabled',
      given_up_at: null,
      description: 'Accounting',
      url: `${receiver.url}/2`,
    });
    await pay(ines);
    await deliverAll(florin);
    expect(await change(ines, webhook.id, { enabled: true })).toMatchObject({ state: 'active' });
    await deliverAll(florin);
    expect(receiver.received).toHaveLength(count);
    await pay(ines);
    await deliverAll(florin);
    expect(receiver.received).toHaveLength(count + 1);
    await ines.client.call(endpoints.removeWebhook, { params: { id: webhook.id } });
    expect(await ines.client.call(endpoints.listWebhooks)).toEqual([]);
    const left = await florin.database.ownerPool.query('select from webhook_deliveries where webhook_id = $1', [
      webhook.id,
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('a disabled webhook refuses a replay', async () => {
    const ines = await florin.signUpWith('100.00');
    const { webhook } = await addWebhook(ines, receiver.url);
    await pay(ines);
    await deliverAll(florin);
    const params = { id: webhook.id };
    const { deliveries } = await ines.client.call(endpoints.listWebhookDeliveries, { params, query: {} });
    await change(ines, webhook.id, { enabled: false });
    const body = { since: new Date(0).toISOString() };
    await expect(ines.client.call(endpoints.replayEvents, { params, body })).rejects.toMatchObject(
      refusedWith('webhook_disabled'),
    );
    const delivery = { params: { id: deliveries[0]?.id ?? '' } };
    await expect(ines.client.call(endpoints.replayDelivery, delivery)).rejects.toMatchObject(
      refusedWith('webhook_disabled'),
    );
  });

  test('lists the deliveries of a webhook in pages and by state', async () => {
    const ines = await florin.signUpWith('100.00');
    const { webhook } = await addWebhook(ines, receiver.url);
    for (let sent = 0; sent < 3; sent++) await pay(ines);
    await deliverAll(florin);
    const list = (query: { state?: 'waiting' | 'delivered'; before?: number; limit?: number }) =>
      ines.client.call(endpoints.listWebhookDeliveries, { params: { id: webhook.id }, query });
    const first = await list({ state: 'delivered', limit: 2 });
    expect(first.has_more).toBe(true);
    const rest = await list({ before: first.deliveries.at(-1)?.sequence ?? 0 });
    expect([...first.deliveries, ...rest.deliveries]).toHaveLength(3);
    expect((await list({ state: 'waiting' })).deliveries).toEqual([]);
  });

  test('a member can have at most ten webhooks', async () => {
    const ines = await florin.signUp();
    for (let added = 0; added < webhooksMaximum; added++) await addWebhook(ines, receiver.url);
    await expect(addWebhook(ines, receiver.url)).rejects.toMatchObject(refusedWith('webhooks_full'));
  });

  test.each(['http://example.com/hook', 'https://10.0.0.1/', 'https://me:secret@example.com/', 'nonsense'])(
    'rejects the webhook address %s',
    async (url) => {
      const ines = await florin.signUp();
      await expect(addWebhook(ines, url)).rejects.toMatchObject(refusedWith('webhook_address'));
      const { webhook } = await addWebhook(ines, receiver.url);
      await expect(change(ines, webhook.id, { url })).rejects.toMatchObject(refusedWith('webhook_address'));
    },
  );

  test('a webhook is not found by other members', async () => {
    const [ines, mallory] = [await florin.signUp(), await florin.signUp()];
    const { webhook } = await addWebhook(ines, receiver.url);
    for (const id of [webhook.id, 'x'])
      await expect(change(mallory, id, { enabled: false })).rejects.toMatchObject(refusedWith('webhook_not_found'));
    const unknown = { params: { id: 'x' } };
    await expect(mallory.client.call(endpoints.getWebhookDelivery, unknown)).rejects.toMatchObject(
      refusedWith('delivery_not_found'),
    );
  });

  test('a new address of a webhook is mailed to its member, and other changes are not', async () => {
    const ines = await florin.signUp();
    const { webhook } = await addWebhook(ines, receiver.url);
    const changes = async () =>
      (await mailsTo(florin, ines.user.email)).filter(({ subject }) => subject === 'Webhook changed');
    await change(ines, webhook.id, { description: 'Accounting', url: receiver.url, enabled: false });
    expect(await changes()).toEqual([]);
    await change(ines, webhook.id, { url: 'https://elsewhere.example.com/secret-path' });
    const [mail, ...others] = await changes();
    expect(others).toEqual([]);
    expect(mail?.body).toContain('Its address is elsewhere.example.com.');
    expect(mail?.body).not.toContain('secret-path');
  });

  test('a new webhook is mailed to its member', async () => {
    const ines = await florin.signUp();
    await addWebhook(ines, receiver.url);
    const mails = await mailsTo(florin, ines.user.email);
    expect(mails).toContainEqual(
      expect.objectContaining({
        subject: 'Webhook added',
        body: expect.stringContaining(`127.0.0.1:${receiver.port}`),
      }),
    );
  });

  test('a webhook is disabled after a password reset, because a stranger may have added it', async () => {
    const ines = await florin.signUp();
    const { webhook } = await addWebhook(ines, receiver.url);
    const password = 'another correct horse';
    await resetPassword(florin, ines, password);
    const { token: session } = await florin.client.call(endpoints.login, {
      body: { email: ines.user.email, password },
    });
    expect(await stateOf({ ...ines, client: florin.clientOf(session) }, webhook)).toMatchObject({ state: 'disabled' });
  });

  test('a webhook is removed with its account', async () => {
    const ines = await florin.signUp();
    await addWebhook(ines, receiver.url);
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    const left = await florin.database.ownerPool.query('select from webhooks where user_id = $1', [ines.user.id]);
    expect(left.rowCount).toBe(0);
  });
});

describe('the key of this installation', () => {
  test('the signing key of webhooks is the same on each node and after a change of the master key', async () => {
    const { pool, vault } = florin.app.dependencies;
    const [one, other] = await Promise.all([
      openSigningKeys({ pool, vault }).get(),
      openSigningKeys({ pool, vault }).get(),
    ]);
    expect(one.publicKey).toEqual(other.publicKey);
    const { ownerPool } = florin.database;
    await reencryptWebhookKeys(ownerPool, (purpose, encrypted) => {
      expect(vault.decryptOwn(purpose, encrypted)).toEqual(one.privateKey.export({ format: 'der', type: 'pkcs8' }));
      return encrypted;
    });
  });
});

describe('the address of a webhook', () => {
  test.each([
    ['https://hooks.example.com/a', 'public', true],
    ['https://hooks.example.com:8443/a', 'public', true],
    ['https://8.8.8.8/', 'public', true],
    ['http://hooks.example.com/', 'public', false],
    ['https://localhost/', 'public', false],
    ['https://hooks.internal/', 'public', false],
    ['https://[::1]/', 'public', false],
    ['https://[::ffff:127.0.0.1]/', 'public', false],
    ['https://2130706433/', 'public', false],
    ['https://hooks.example.com/#a', 'public', false],
    ['ftp://hooks.example.com/', 'private', false],
    ['http://localhost:4000/hook', 'loopback', true],
    ['http://[::1]:4000/hook', 'loopback', true],
    ['http://192.168.1.1/hook', 'loopback', false],
    ['http://hooks.example.com/hook', 'loopback', false],
    ['http://192.168.1.1/hook', 'private', true],
  ] as const)('the webhook address %s with reach %s is allowed: %s', (url, reach, allowed) => {
    expect(isWebhookUrl(url, reach)).toBe(allowed);
  });
});

describe('the pause before a retry', () => {
  test('the pause before a retry grows to eight hours, or follows the receiver up to a day', () => {
    expect([retrySeconds(1, 0, 0), retrySeconds(1, 0, 1)]).toEqual([4, expect.closeTo(6)]);
    expect(retrySeconds(100, 0, 0.5)).toBe(28_800);
    expect(retrySeconds(1, 3_600, 0)).toBe(3_600);
    expect(retrySeconds(1, 1_000_000, 0)).toBe(86_400);
  });
});
