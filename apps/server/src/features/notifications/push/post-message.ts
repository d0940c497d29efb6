import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { assertHostAllowed, lookUpPublic } from '../../../platform/http/public-address.ts';
import type { KeyPair } from './push-keys.ts';

export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushPost = {
  readonly keys: KeyPair;
  /** The contact for push services: a mailto address or this server's URL. */
  readonly subject: string;
  /** Must return true for all addresses of the service's name. */
  readonly mayConnectTo: (address: string) => boolean;
  /** Aborts an unfinished post. */
  readonly signal: AbortSignal;
};

const timeoutMs = 10_000;
/** After this time the push service drops the message; the member sees it in the app. */
const ttlSeconds = 24 * 3_600;

/** Posts an encrypted message to the browser's push service (RFC 8030, 8291) and returns the response status. */
export async function postMessage(
  { endpoint, ...keys }: Subscription,
  message: string,
  { keys: pair, subject, mayConnectTo, signal }: PushPost,
): Promise<number> {
  const { default: webPush } = await import('web-push'); // loaded on demand to keep the start fast
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, message, {
    vapidDetails: { subject, ...pair },
    TTL: ttlSeconds,
  });
  const url = new URL(endpoint);
  assertHostAllowed(url, mayConnectTo);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    lookup: lookUpPublic(mayConnectTo),
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  request.on('error', reject);
  // Node.js closes the connection after 101 Switching Protocols, without an error.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    resolve(101);
  });
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.on('error', () => undefined).destroy(); // the body is not needed
  });
  request.end(body);
  return promise;
}
