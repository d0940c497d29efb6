import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { ErrorBody } from '@florin/contract';
import type { Admission } from './admission.ts';
import type { Drain } from './drain.ts';
import { isCall } from './is-call.ts';
import { delayingRateLimit } from './delaying-rate-limit.ts';

type FrontDoor = {
  /** The name of the product in the error message. */
  readonly brand: string;
  readonly admission: Admission;
  readonly drain: Drain;
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  readonly trustedProxies: number;
  /** The headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Creates the HTTP server in front of the framework. Under overload it rejects calls here, before routing, parsing and
 * database access. Only API calls are limited; pages, files and health checks are always served.
 */
export function openFrontDoor(
  { brand, admission, drain, trustedProxies, headers }: FrontDoor,
  handle: RequestListener,
): Server {
  const rejection = {
    headers: { ...headers, ...rejectionHeaders },
    detail: `${brand} is very busy right now. Please try again in a moment.`,
  };
  return createServer((request, response) => {
    // While draining, every response closes its connection, so that the client reconnects to another node.
    if (drain.isDraining()) response.shouldKeepAlive = false;
    if (!isCall(request.url ?? '')) return handle(request, response);
    const leave = admission.admit(callerOf(request, trustedProxies));
    if (!leave) return delayRejection(() => reject(request, response, rejection));
    response.once('close', leave);
    response.once(longResponseBegan, leave);
    handle(request, response);
  });
}

// An event instead of a WeakMap of responses: the garbage collector's young collections keep all its keys alive.
const longResponseBegan = Symbol('long response began');

/** Ends the count of a response that may take hours, such as an event stream. */
export const answersForLong = (response: ServerResponse) => void response.emit(longResponseBegan);

/** Returns the session token, unverified, or else the address. Invented tokens count as new callers and share their bound. */
function callerOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  if (headers.authorization !== undefined) return headers.authorization.slice(0, maxKeyLength);
  const hops = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return hops.at(-Math.min(trustedProxies, hops.length))?.trim() || (socket.remoteAddress ?? 'nobody');
}

const maxKeyLength = 210;

/**
 * A rejection costs an eighth to a fifth of a send. Without this rate limit, rejections of a flood could use the whole
 * process.
 */
const delayRejection = delayingRateLimit({ perSecond: 2_500, intervalMs: 10 });

const retryAfterSeconds = 1;
/** The rest of a body must be read before the connection can be reused. A longer body closes the connection instead. */
const maxDiscardedBytes = 32 * 1024;

type Rejection = { readonly headers: Readonly<Record<string, string>>; readonly detail: string };

function reject(request: IncomingMessage, response: ServerResponse, { headers, detail }: Rejection) {
  if (Number(request.headers['content-length'] ?? 0) > maxDiscardedBytes) response.shouldKeepAlive = false;
  const id = randomUUID();
  const body: ErrorBody = { detail, code: 'busy', request_id: id };
  const text = JSON.stringify(body);
  response.writeHead(503, { ...headers, 'content-length': Buffer.byteLength(text), 'x-request-id': id });
  response.end(text);
}

const rejectionHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'retry-after': String(retryAfterSeconds),
};
