import { randomUUID } from 'node:crypto';
import { isKeyed, totalCountHeader, type Endpoint } from '@florin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestBigint } from '../digest.ts';
import { Refusal } from '../refusal.ts';
import { assertMay, type Identified } from './assert-may.ts';
import { answersForLong } from './front-door.ts';
import { commandKey, type KeyBinder } from './bind-key.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Call, Command, Download, Route } from './route.ts';
import { mediaHeaders } from './security-headers.ts';
import { isStorable } from './storable-text.ts';
import { logCall } from './security-log.ts';
import { assertNoCardNumber } from './card-numbers.ts';
import { receiveUpload } from './receive-upload.ts';
import { parsePart } from './parse-part.ts';

/** Finds who a token belongs to. Throws `not_signed_in` where nobody. */
export type Authenticate<Member> = (token: string) => Promise<Member>;

type Gate<Member> = {
  readonly authenticate: Authenticate<Member>;
  /** None where load is tested. */
  readonly limit?: RateLimiter | undefined;
  readonly oneAtATime?: OneAtATime | undefined;
  readonly isDiskShort?: (() => boolean) | undefined;
  /** At which version what is the member's is right now: another one whenever anything has changed. */
  readonly versionOf?: ((memberId: string) => Promise<string>) | undefined;
  readonly bindKey?: KeyBinder | undefined;
  /** An operator without a second factor may call nothing of operators. */
  readonly operatorsNeedFactor?: boolean;
};

/** Serves an endpoint below /api: who asks, what is asked, the handler, the answer. */
export function mount<Member extends Identified>(
  http: FastifyInstance,
  route: Route<Member>,
  { authenticate, limit, oneAtATime, isDiskShort, versionOf, bindKey, operatorsNeedFactor = false }: Gate<Member>,
) {
  const { endpoint } = route;
  http.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...optionsFor(endpoint),
    onResponse: async (request, reply) => logCall(endpoint, request, reply),
    preParsing: async (request, _reply, payload) => {
      assertTaken(endpoint, request);
      if (isDiskShort?.()) assertWritesLittle(endpoint);
      return payload;
    },
    handler: async (request, reply) => {
      const token = bearerToken(request);
      const body = readBody(endpoint, request);
      const mayLookAhead = token !== undefined && 'parsed' in body && 'ahead' in route;
      const found = mayLookAhead ? route.ahead?.(body.parsed) : undefined;
      found?.catch(() => undefined); // whoever is refused first never asks what came of it
      const member = endpoint.access === 'public' ? undefined : await authenticate(required(token));
      if (member) {
        request.memberId = member.id;
        assertMay(endpoint, member, operatorsNeedFactor);
        if (endpoint.oneAtATime) await oneAtATime?.(member.id, endpoint.oneAtATime, reply.raw);
        if (endpoint.atMost) await limit?.(member.id, endpoint.atMost);
        if (versionOf && asksForVersion(request)) reply.header(versionHeader, await versionOf(member.id));
      }
      const call = callOf(endpoint, request, reply, { member, token: token ?? '', body: parsedBody(body) });
      if (isKeyed(endpoint)) {
        const header = keyOf(request);
        if (header !== undefined && member)
          await bindKey?.({ actor: member.id, path: endpoint.path, header, requestHash: call.command.requestHash });
        request.commandBegun = header === undefined ? 'another' : 'the same';
      }
      if ('open' in route) return sendStream(reply, endpoint, await route.open(call));
      const answer = await route.handle(call, found);
      if (answer === undefined) return reply.code(204).send();
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
    },
  });
}

const versionHeader = 'florin-version';

/** Read before the answer is, so that the answer is as of that version or later. */
const asksForVersion = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers[versionHeader] !== undefined;

/** Nobody asks for the head of a stream, and events must not wait in a compressor's buffer for more to come. */
const optionsFor = ({ media, upload }: Endpoint) => ({
  ...(upload ? { bodyLimit: upload.maxBytes + multipartOverheadBytes } : {}),
  ...(media ? { exposeHeadRoute: false } : {}),
  ...(media === 'text/event-stream' ? { compress: false as const } : {}),
});

const multipartOverheadBytes = 16 * 1024;

/**
 * An endpoint that takes a file reads nothing else, and the others nothing but JSON. JSON as long as a file may be would
 * keep everybody waiting while it is parsed, whoever sent it.
 */
function assertTaken({ upload, method }: Endpoint, request: FastifyRequest) {
  if (method === 'GET') return; // no body is read
  const type = request.headers['content-type'] ?? '';
  const isForm = /^multipart\//i.test(type);
  if (isForm && !upload)
    throw new Refusal('unsupported_media_type', 'Send JSON, with the content type application/json.');
  if (upload && !isForm && type !== '')
    throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.');
}

/** Money and files wait for room on the disk; signing in, to see that all is there, does not. */
function assertWritesLittle({ movesMoney, upload }: Endpoint) {
  if (movesMoney || upload)
    throw new Refusal('database_unavailable', 'Florin cannot write anything down right now. Please try again later.', {
      retryAfterSeconds: 10,
    });
}

function sendStream(reply: FastifyReply, { media }: Endpoint, { stream, filename, immutable }: Download) {
  if (!media) return misuse('an endpoint without a media type has no stream');
  reply.type(media.startsWith('text/') ? `${media}; charset=utf-8` : media);
  if (media === 'text/event-stream') {
    reply.headers(eventHeaders);
    answersForLong(reply.raw);
  }
  if (filename !== undefined)
    reply.header('content-disposition', `attachment; filename="${filename.replaceAll(/[^\w.-]/g, '-')}"`);
  if (immutable) reply.header('cache-control', 'public, max-age=31536000, immutable');
  return reply.headers(mediaHeaders[media] ?? {}).send(stream);
}

/** Nothing in between may keep events back, and a connection that carried them carries nothing after. */
const eventHeaders = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' };

const bearerToken = (request: FastifyRequest) =>
  /^Bearer ([\w-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];

function required(token: string | undefined): string {
  if (token === undefined) throw new Refusal('not_signed_in', 'Please sign in.');
  return token;
}

function callOf<Member extends Identified>(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { member, token, body }: { readonly member: Member | undefined; readonly token: string; readonly body: unknown },
): Call<Endpoint, Member> {
  assertNoCardNumber(request.body, body);
  const params = parsePart(endpoint.params, storableParams(request));
  const command = isKeyed(endpoint) && member ? commandOf(endpoint, request, member.id, [params, body]) : undefined;
  return new CallOfOne(member, command, {
    body,
    params,
    query: parsePart(endpoint.query, storableQuery(request)),
    token,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.host,
    upload: () => receiveUpload(endpoint, request),
    isOf: (memberId) => void (request.memberId = memberId),
    totalCount: (total) => void reply.header(totalCountHeader, String(total)),
    nextPage: (cursor) => {
      const search = new URLSearchParams({ ...(request.query as Record<string, string>), cursor });
      reply.header('link', `</api${endpoint.path}?${search.toString()}>; rel="next"`);
    },
  });
}

type Parts = Omit<Call<Endpoint, unknown>, 'member' | 'command'>;

/**
 * A class for the sake of its getters: in a literal they would give each call a shape of its own, which keeps all that
 * belongs to its request until the next full collection, and made every collection before it ten times as long.
 */
class CallOfOne<Member> implements Call<Endpoint, Member> {
  readonly body: Parts['body'];
  readonly params: Parts['params'];
  readonly query: Parts['query'];
  readonly token: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly host: string;
  readonly upload: Parts['upload'];
  readonly isOf: Parts['isOf'];
  readonly nextPage: Parts['nextPage'];
  readonly totalCount: Parts['totalCount'];
  readonly #member: Member | undefined;
  readonly #command: Command | undefined;

  constructor(member: Member | undefined, command: Command | undefined, parts: Parts) {
    this.body = parts.body;
    this.params = parts.params;
    this.query = parts.query;
    this.token = parts.token;
    this.ip = parts.ip;
    this.userAgent = parts.userAgent;
    this.host = parts.host;
    this.upload = parts.upload;
    this.isOf = parts.isOf;
    this.nextPage = parts.nextPage;
    this.totalCount = parts.totalCount;
    this.#member = member;
    this.#command = command;
  }

  get member(): Member {
    return this.#member ?? misuse('a public endpoint has no member');
  }

  get command(): Command {
    return this.#command ?? misuse('an endpoint that takes no key has no command');
  }
}

/** What is wrong with a body is said after who asks is known, and to nobody else. */
type ReadBody = { readonly parsed: unknown } | { readonly refusal: unknown };

function readBody({ body }: Endpoint, request: FastifyRequest): ReadBody {
  try {
    return { parsed: parsePart(body, request.body) };
  } catch (refusal) {
    return { refusal };
  }
}

function parsedBody(body: ReadBody): unknown {
  if ('refusal' in body) throw body.refusal;
  return body.parsed;
}

function misuse(sentence: string): never {
  throw new Error(sentence);
}

/** What the database cannot keep is the name of nothing. */
function storableParams({ params }: FastifyRequest): unknown {
  if (allStorable(params)) return params;
  throw new Refusal('not_found', 'There is nothing here.');
}

function storableQuery({ query }: FastifyRequest): unknown {
  if (allStorable(query)) return query;
  throw new Refusal('invalid_request', 'The address has a character in it that nothing is looked up by.');
}

const allStorable = (texts: unknown) =>
  Object.values(texts ?? {}).every((text: unknown) => typeof text !== 'string' || isStorable(text));

const maxKeyLength = 200;

/** Refusals: `invalid_idempotency_key`. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length >= 1 && header.length <= maxKeyLength) return header;
  throw new Refusal('invalid_idempotency_key', `An Idempotency-Key has 1 to ${maxKeyLength} characters.`);
}

/** Without a key every request is a submission of its own. */
const commandOf = ({ path }: Endpoint, request: FastifyRequest, actor: string, asked: unknown[]): Command => ({
  key: commandKey({ actor, path, header: keyOf(request) ?? randomUUID() }),
  requestHash: digestBigint(path, JSON.stringify(asked)),
});
