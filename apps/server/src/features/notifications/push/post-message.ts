import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { InnerAddress, lookUpPublic } from './public-address.ts';
import type { KeyPair } from './push-keys.ts';

export type Subscription = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type PushPost = {
  readonly keys: KeyPair;
  /** Whom a push service may turn to: an address of mail or of this server. */
  readonly subject: string;
  /** Of the addresses that the service's name leads to, all of them must be such. */
  readonly mayConnectTo: (address: string) => boolean;
  /** Breaks off what is under way. */
  readonly signal: AbortSignal;
};

const timeoutMs = 10_000;
/** Whoever is offline for longer reads it in the app. */
const keptSeconds = 24 * 3_600;

/** Posts an encrypted message to the browser's push service (RFC 8030, 8291) and gives the status of its answer. */
export async function postMessage(
  { endpoint, ...keys }: Subscription,
  message: string,
  { keys: pair, subject, mayConnectTo, signal }: PushPost,
): Promise<number> {
  const { default: webPush } = await import('web-push'); // when it is needed: a start does not wait for it
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, message, {
    vapidDetails: { subject, ...pair },
    TTL: keptSeconds,
  });
  const url = new URL(endpoint);
  // Node looks no address up that is a number already.
  const name = url.hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(name) !== 0 && !mayConnectTo(name)) throw new InnerAddress('a push service is a number');
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
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.on('error', () => undefined).destroy(); // what else it says is of no use
  });
  request.end(body);
  return promise;
}
