import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { ErrorBody } from '@florin/contract';
import type { Admission } from './admission.ts';
import type { Drain } from './drain.ts';
import { isCall } from './is-call.ts';
import { paced } from './paced.ts';

type FrontDoor = {
  readonly admission: Admission;
  readonly drain: Drain;
  /** How many proxies in front are believed when they say who asks. */
  readonly trustedProxies: number;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * The HTTP server in front of the framework: what is turned away under overload is answered here, before anything is
 * routed, parsed or looked up. Only calls are counted; pages, files and the health of the server are always answered.
 */
export function openFrontDoor(
  { admission, drain, trustedProxies, headers }: FrontDoor,
  handle: RequestListener,
): Server {
  const refusalHeaders = { ...headers, ...headersOfRefusals };
  return createServer((request, response) => {
    // While draining each answer closes its connection: whoever asks next connects again, and elsewhere.
    if (drain.isDraining()) response.shouldKeepAlive = false;
    if (!isCall(request.url ?? '')) return handle(request, response);
    const leave = admission.admit(askerOf(request, trustedProxies));
    if (!leave) return refusals(() => turnAway(request, response, refusalHeaders));
    response.once('close', leave);
    response.once(begunForLong, leave);
    handle(request, response);
  });
}

// An event and no WeakMap of responses: collecting what is young would keep each of its keys, and all they hold, alive.
const begunForLong = Symbol('begun for long');

/** An answer that goes on for hours, such as a stream of events, is no longer under way once it has begun. */
export const answersForLong = (response: ServerResponse) => void response.emit(begunForLong);

/** The session, unread; else the address. Made-up tokens are so many strangers: what they get is bounded together. */
function askerOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  if (headers.authorization !== undefined) return headers.authorization.slice(0, maxKeyLength);
  const hops = trustedProxies > 0 ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return hops.at(-Math.min(trustedProxies, hops.length))?.trim() || (socket.remoteAddress ?? 'nobody');
}

const maxKeyLength = 210;

/**
 * A refusal costs a fifth to an eighth of a send: answered as fast as a flood can ask, they would take the whole process.
 * What is beyond this rate waits for its turn.
 */
const refusals = paced({ perSecond: 2_500, turnMs: 10 });

const retryAfterSeconds = 1;
/** A body that is not read has to be swallowed before the next request of the connection; a long one is not waited for. */
const swallowedBytes = 32 * 1024;

function turnAway(request: IncomingMessage, response: ServerResponse, headers: Readonly<Record<string, string>>) {
  if (Number(request.headers['content-length'] ?? 0) > swallowedBytes) response.shouldKeepAlive = false;
  const id = randomUUID();
  const body: ErrorBody = { detail: sentence, code: 'busy', request_id: id };
  const text = JSON.stringify(body);
  response.writeHead(503, { ...headers, 'content-length': text.length, 'x-request-id': id });
  response.end(text);
}

const sentence = 'Florin is very busy right now. Please try again in a moment.';

const headersOfRefusals = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'retry-after': String(retryAfterSeconds),
};
