import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { assertHostAllowed, lookUpPublic, type Resolve } from '../../platform/http/public-address.ts';

export type WebhookPost = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Must return true for all addresses of the receiver's name. */
  readonly mayConnectTo: (address: string) => boolean;
  readonly resolve?: Resolve | undefined;
  /** Aborts an unfinished post. */
  readonly signal: AbortSignal;
};

export type WebhookAnswer = {
  readonly status: number;
  /** The beginning of the body. */
  readonly text: string;
  /** How long the receiver wants to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined;
};

/** From the resolution of the name to the end of the answer. */
const timeoutMs = 10_000;
/** The rest of an answer is not read. */
const maxAnswerBytes = 4_000;
const maxAnswerLength = 1_000;

/**
 * Posts an event and returns the answer. Follows no redirects and keeps no connection, so that each post resolves the name
 * and checks its addresses. @throws PrivateAddress, or an error of the connection
 */
export async function postWebhook(post: WebhookPost): Promise<WebhookAnswer> {
  const { url: text, headers, body, mayConnectTo, resolve, signal } = post;
  const url = new URL(text);
  assertHostAllowed(url, mayConnectTo);
  const { promise, resolve: finish, reject } = Promise.withResolvers<WebhookAnswer>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Florin-Webhooks/1.0',
    },
    lookup: lookUpPublic(mayConnectTo, resolve),
    agent: false,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  request.on('error', reject);
  request.on('response', (response) => void readAnswer(response).then(finish, reject));
  request.end(body);
  return promise;
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= maxAnswerBytes) break; // which destroys the response
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, maxAnswerLength);
  return {
    status: response.statusCode ?? 0,
    text: text.toWellFormed(),
    retryAfterSeconds: secondsOf(response.headers['retry-after']),
  };
}

/** Reads a Retry-After header: seconds, or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return seconds > 0 ? seconds : undefined;
}
