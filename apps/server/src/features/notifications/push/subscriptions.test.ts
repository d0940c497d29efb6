import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pushBrowser } from '../../../../test/push-service.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const newEndpoint = () => `https://push.example.com/${randomUUID()}`;

const register = ({ client }: TestMember, endpoint: string, { p256dh, auth }: ReturnType<typeof pushBrowser>) =>
  client.call(endpoints.addPushSubscription, { body: { endpoint, keys: { p256dh, auth } } });

async function registered(endpoint: string) {
  const { rows } = await florin.database.ownerPool.query(
    'select user_id, p256dh, auth from push_subscriptions where endpoint = $1',
    [endpoint],
  );
  return rows;
}

const rowOf = ({ user }: TestMember, { p256dh, auth }: ReturnType<typeof pushBrowser>) => ({
  user_id: user.id,
  p256dh,
  auth,
});

// Rules: identity-27
test('does not give an endpoint to another member who lacks one of its keys', async () => {
  const [ines, mallory, browser, endpoint] = [
    await florin.signUp(),
    await florin.signUp(),
    pushBrowser(),
    newEndpoint(),
  ];
  await register(ines, endpoint, browser);
  const others = [
    pushBrowser(),
    { ...pushBrowser(), auth: browser.auth },
    { ...pushBrowser(), p256dh: browser.p256dh },
  ];
  for (const keys of others)
    await expect(register(mallory, endpoint, keys)).rejects.toMatchObject(refusedWith('push_endpoint_taken'));
  await mallory.client.call(endpoints.removePushSubscription, { body: { endpoint } });
  expect(await registered(endpoint)).toEqual([rowOf(ines, browser)]);
});

// Rules: identity-27
test('moves an endpoint with its keys to the next member of the same browser', async () => {
  const [ines, jonas, browser, endpoint] = [await florin.signUp(), await florin.signUp(), pushBrowser(), newEndpoint()];
  await register(ines, endpoint, browser);
  await register(jonas, endpoint, browser);
  expect(await registered(endpoint)).toEqual([rowOf(jonas, browser)]);
});

test('lets a member renew the keys of their own endpoint', async () => {
  const [ines, renewed, endpoint] = [await florin.signUp(), pushBrowser(), newEndpoint()];
  await register(ines, endpoint, pushBrowser());
  await register(ines, endpoint, renewed);
  expect(await registered(endpoint)).toEqual([rowOf(ines, renewed)]);
});

// Rules: identity-27
test('gives an endpoint to one of two members who register it concurrently', async () => {
  const [ines, mallory, endpoint] = [await florin.signUp(), await florin.signUp(), newEndpoint()];
  const both = await Promise.allSettled([
    register(ines, endpoint, pushBrowser()),
    register(mallory, endpoint, pushBrowser()),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await registered(endpoint)).toHaveLength(1);
});
