import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookRejected } from '../src/index.ts';

const now = new Date('2026-11-30T12:00:00Z');
const id = 'evt_0123456789abcdef0123456789abcdef';
const event = { id, sequence: 1, type: 'payment.received', data: { note: 'Zürich 🎉' } };
const body = JSON.stringify(event);
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const { publicKey: pair, privateKey } = generateKeyPairSync('ed25519');
const publicKey = `whpk_${Buffer.from(pair.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;

const contentAt = (at: Date) => Buffer.from(`${id}.${at.getTime() / 1_000}.${body}`);
const shared = (key: string, at = now) =>
  `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
    .update(contentAt(at))
    .digest('base64')}`;
const asymmetric = (at = now) => `v1a,${sign(null, contentAt(at), privateKey).toString('base64')}`;
const headersOf = (signature: string, at = now) => ({
  'webhook-id': id,
  'webhook-timestamp': String(at.getTime() / 1_000),
  'webhook-signature': signature,
});
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const fault = (name: string) => expect.objectContaining({ name: 'WebhookRejected', fault: name });

test('accepts a message signed by the library of Standard Webhooks', async () => {
  const headers = headersOf(new Webhook(secret).sign(id, now, body));
  expect(await verifyWebhook({ body, headers, secret, now })).toEqual(event);
});

test('accepts a message signed with HMAC, as bytes and with a Headers object', async () => {
  const headers = new Headers(headersOf(shared(secret)));
  expect(await verifyWebhook({ body: Buffer.from(body), headers, secret, now })).toEqual(event);
});

test('accepts a message signed with Ed25519', async () => {
  expect(await verifyWebhook({ body, headers: headersOf(asymmetric()), publicKey, now })).toEqual(event);
});

test('accepts a message with several signatures if one is by this key', async () => {
  const headers = headersOf([shared(newSecret()), 'v2,AAAA', 'v1,%%', shared(secret), asymmetric()].join(' '));
  expect(await verifyWebhook({ body, headers, secret, now })).toEqual(event);
  expect(await verifyWebhook({ body, headers, publicKey, now })).toEqual(event);
});

test('accepts a message with header names in another case and a signature header in parts', async () => {
  const { 'webhook-id': own, 'webhook-timestamp': at } = headersOf('');
  const headers = { 'Webhook-Id': own, 'Webhook-Timestamp': at, 'WEBHOOK-SIGNATURE': ['v1,AA==', shared(secret)] };
  expect(await verifyWebhook({ body, headers, secret, now })).toEqual(event);
});

test.each([-300, 300])('accepts a message that is %i seconds from now', async (seconds) => {
  const at = secondsFromNow(seconds);
  expect(await verifyWebhook({ body, headers: headersOf(shared(secret, at), at), secret, now })).toEqual(event);
});

test('rejects a changed body, id or time', async () => {
  const headers = headersOf(`${shared(secret)} ${asymmetric()}`);
  const changed = [
    { body: body.replace('received', 'returned'), headers },
    { body: `${body} `, headers },
    { body, headers: { ...headers, 'webhook-id': 'evt_1' } },
    { body, headers: { ...headers, 'webhook-timestamp': String(now.getTime() / 1_000 - 1) } },
  ];
  for (const message of changed) {
    await expect(verifyWebhook({ ...message, secret, now })).rejects.toEqual(fault('wrong_signature'));
    await expect(verifyWebhook({ ...message, publicKey, now })).rejects.toEqual(fault('wrong_signature'));
  }
});

test('rejects a signature with another key or of another version', async () => {
  for (const signature of [shared(newSecret()), asymmetric(), shared(secret).replace('v1,', 'v1a,'), 'v1', 'v1,'])
    await expect(verifyWebhook({ body, headers: headersOf(signature), secret, now })).rejects.toEqual(
      fault('wrong_signature'),
    );
});

test.each([
  ['too_old', -301],
  ['too_new', 301],
])('rejects a message that is %s', async (name, seconds) => {
  const at = secondsFromNow(seconds);
  const message = { body, headers: headersOf(shared(secret, at), at), secret, now };
  await expect(verifyWebhook(message)).rejects.toEqual(fault(name));
  expect(await verifyWebhook({ ...message, toleranceSeconds: 301 })).toEqual(event);
});

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('rejects a message without %s', async (name) => {
  const headers = { ...headersOf(shared(secret)), [name]: undefined };
  await expect(verifyWebhook({ body, headers, secret, now })).rejects.toEqual(fault('headers_missing'));
  await expect(verifyWebhook({ body, headers: new Headers(), secret, now })).rejects.toThrow(WebhookRejected);
});

test('rejects a malformed secret or public key as a mistake of the caller', async () => {
  const headers = headersOf(shared(secret));
  for (const wrong of ['', 'whsec_', 'whsec_%%'])
    await expect(verifyWebhook({ body, headers, secret: wrong, now })).rejects.toThrow(TypeError);
  await expect(verifyWebhook({ body, headers, publicKey: 'whpk_AAAA', now })).rejects.toThrow(TypeError);
});
