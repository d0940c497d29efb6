import type { FlorinEvent } from './event-types.ts';

/** Why a message was rejected. */
export type WebhookFault = 'headers_missing' | 'too_old' | 'too_new' | 'wrong_signature';

/** A message that is not from Florin, was changed on its way, or is a replay. Answer the message with status 400. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';
  readonly fault: WebhookFault;
  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type WebhookMessage = {
  /** The body exactly as received. A parsed and rewritten body has a different signature. */
  body: string | Uint8Array;
  /** A `Headers` object, or the `headers` of a Node request. */
  headers: WebhookHeaders;
  /** The maximum difference between the message's time and `now`, in seconds. By default 300. */
  toleranceSeconds?: number | undefined;
  /** By default the current time. */
  now?: Date | undefined;
} & (
  | {
      /** The secret of the webhook, `whsec_…`. Verifies `v1` signatures (HMAC-SHA256). */
      secret: string;
      publicKey?: undefined;
    }
  | {
      /** The `whpk` of `/.well-known/florin-webhooks.json`, `whpk_…`. Verifies `v1a` signatures (Ed25519). */
      publicKey: string;
      secret?: undefined;
    }
);

/**
 * Verifies a delivery by Standard Webhooks and returns its event. One matching signature is enough, because after a
 * rotation of the secret a delivery has one signature per secret. WebCrypto compares signatures in constant time.
 *
 * Florin may deliver an event more than once. Handle each `id` once.
 *
 * @throws WebhookRejected if the message is not authentic or its time is outside the tolerance
 * @throws TypeError if the secret or public key is malformed
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  publicKey,
  toleranceSeconds = 300,
  now = new Date(),
}: WebhookMessage): Promise<FlorinEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === '' || signatures === '' || !/^\d{1,12}$/.test(timestamp))
    throw new WebhookRejected('headers_missing', 'The headers of the webhook are missing or malformed.');
  const age = now.getTime() / 1_000 - Number(timestamp);
  if (age > toleranceSeconds) throw new WebhookRejected('too_old', 'The message is too old.');
  if (age < -toleranceSeconds) throw new WebhookRejected('too_new', 'The time of the message is in the future.');

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const content = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const { key, version } = await keyOf(secret, publicKey);
  for (const one of signatures.split(' ')) {
    const signature = one.startsWith(`${version},`) ? bytesOf(one.slice(version.length + 1)) : undefined;
    if (signature && (await crypto.subtle.verify(key.algorithm.name, key, signature, content)))
      return JSON.parse(new TextDecoder().decode(bytes)) as FlorinEvent;
  }
  throw new WebhookRejected('wrong_signature', 'No signature of the message is valid.');
}

async function keyOf(secret: string | undefined, publicKey: string | undefined) {
  if (publicKey !== undefined) {
    const raw = bytesOf(publicKey.replace(/^whpk_/, ''));
    if (raw?.length !== 32) throw new TypeError('The public key must be whpk_ and 32 bytes in base64.');
    return { version: 'v1a', key: await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify']) };
  }
  const raw = bytesOf((secret ?? '').replace(/^whsec_/, ''));
  if (raw === undefined || raw.length === 0) throw new TypeError('The secret must be whsec_ and bytes in base64.');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return { version: 'v1', key: await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']) };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : Array.isArray(found) ? found.join(' ') : '';
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Decodes base64. Returns undefined for other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
