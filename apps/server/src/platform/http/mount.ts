import { randomUUID } from 'node:crypto';
import { isKeyed, totalCountHeader, type Endpoint } from '@florin/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { digestBigint } from '../digest.ts';
import { Refusal } from '../refusal.ts';
import { answersForLong } from './front-door.ts';
import { commandKey, type KeyBinder } from './bind-key.ts';
import { credentialOf, required } from './credential.ts';
import { asksForDryRun, assertAsConfirmed, type DryRuns } from './dry-run.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Call, Command, Download, Route } from './route.ts';
import { mediaHeaders } from './security-headers.ts';
import { isStorable } from './storable-text.ts';
import { logCall } from './security-log.ts';
import { receiveUpload } from './receive-upload.ts';
import { parsePart } from './parse-part.ts';

/**
 * Returns the member of a credential: a token, and after a space the account that it acts for. Throws `not_signed_in`
 * if the credential has no member.
 */
export type Authenticate<Member> = (credential: string) => Promise<Member>;

/** A signed-in caller. */
type Identified = { readonly id: string; readonly key?: { readonly id: string } };

/** Checks a parsed request. Throws a refusal if it is invalid. @param read the body as the schema returns it */
type InspectBody = (sent: unknown, read: unknown) => void;

type Access<Member> = {
  readonly authenticate: Authenticate<Member>;
  /** Throws if the member may not call the endpoint from this IP address. */
  readonly authorize: (endpoint: Endpoint, member: Member, ip: string) => void;
  readonly inspectBody?: InspectBody | undefined;
  /** Undefined in load tests. */
  readonly limit?: RateLimiter | undefined;
  readonly oneAtATime?: OneAtATime | undefined;
  readonly isDiskShort?: (() => boolean) | undefined;
  /** Returns the version of the member's data, which differs after every change. */
  readonly versionOf?: ((memberId: string) => Promise<string>) | undefined;
  readonly bindKey?: KeyBinder | undefined;
  readonly dryRuns?: DryRuns<Member> | undefined;
};

/** Serves an endpoint below /api: authenticates, parses, runs the handler and sends the response. */
export function mount<Member extends Identified>(
  http: FastifyInstance,
  route: Route<Member>,
  { authenticate, authorize, inspectBody, limit, oneAtATime, isDiskShort, versionOf, bindKey, dryRuns }: Access<Member>,
) {
  const { endpoint } = route;
  http.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...optionsFor(endpoint),
    onResponse: async (request, reply) => logCall(endpoint, request, reply),
    preParsing: async (request, _reply, payload) => {
      assertContentType(endpoint, request);
      if (isDiskShort?.()) assertNoLargeWrite(endpoint);
      return payload;
    },
    handler: async (request, reply) => {
      const token = credentialOf(request);
      const body = readBody(endpoint, request);
      const canLookAhead = token !== undefined && 'parsed' in body && 'ahead' in route;
      const found = canLookAhead ? route.ahead?.(body.parsed) : undefined;
      found?.catch(() => undefined); // prevents an unhandled rejection when the request is refused before the handler
      const member = endpoint.access === 'public' ? undefined : await authenticate(required(token));
      const isDry = asksForDryRun(endpoint, request);
      let needsFactor = false;
      if (member) {
        request.memberId = member.id;
        request.keyId = member.key?.id ?? null;
        const assertMay = (caller: Member) => authorize(endpoint, caller, request.ip);
        if (isDry) needsFactor = assertAsConfirmed(member, given(dryRuns), assertMay);
        else assertMay(member);
        if (endpoint.oneAtATime) await oneAtATime?.(member.id, endpoint.oneAtATime, reply.raw);
        if (endpoint.atMost) await limit?.(member.id, endpoint.atMost);
        if (versionOf && asksForVersion(request)) reply.header(versionHeader, await versionOf(member.id));
      }
      const read = parsedBody(body);
      inspectBody?.(request.body, read);
      const callAs = (caller: Member | undefined) =>
        callOf(endpoint, request, reply, { member: caller, token: token ?? '', body: read });
      if (isDry && member)
        return sendJson(
          reply,
          await given(dryRuns).run({ endpoint, member, needsFactor, header: keyOf(request), callAs }),
        );
      const call = callAs(member);
      if (isKeyed(endpoint)) {
        const header = keyOf(request);
        if (header !== undefined && member)
          await bindKey?.({ actor: member.id, path: endpoint.path, header, requestHash: call.command.requestHash });
        request.commandBegun = header === undefined ? 'another' : 'the same';
      }
      if ('open' in route) return sendStream(reply, endpoint, await route.open(call));
      const answer = await route.handle(call, found);
      return answer === undefined ? reply.code(204).send() : sendJson(reply, answer);
    },
  });
}

const sendJson = (reply: FastifyReply, answer: unknown) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));

const versionHeader = 'florin-version';

/** The version is read before the data, so that the data is never older than the version. */
const asksForVersion = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers[versionHeader] !== undefined;

/** Streams have no HEAD route. Event streams are not compressed, because events would wait in the compressor's buffer. */
const optionsFor = ({ media, upload }: Endpoint) => ({
  ...(upload ? { bodyLimit: upload.maxBytes + multipartOverheadBytes } : {}),
  ...(media ? { exposeHeadRoute: false } : {}),
  ...(media === 'text/event-stream' ? { compress: false as const } : {}),
});

const multipartOverheadBytes = 16 * 1024;

/**
 * Upload endpoints accept only files, and others only JSON. JSON as long as a file would block the process while it is
 * parsed.
 */
function assertContentType({ upload, method }: Endpoint, request: FastifyRequest) {
  if (method === 'GET') return; // no body is read
  const type = request.headers['content-type'] ?? '';
  const isForm = /^multipart\//i.test(type);
  if (isForm && !upload)
    throw new Refusal('unsupported_media_type', 'Send JSON, with the content type application/json.');
  if (upload && !isForm && type !== '')
    throw new Refusal('unsupported_media_type', 'Send the file as multipart/form-data.');
}

/** Rejects money commands and uploads while the disk is nearly full. Signing in and reading still work. */
function assertNoLargeWrite({ movesMoney, upload }: Endpoint) {
  if (movesMoney || upload)
    throw new Refusal('database_unavailable', '{{brand}} cannot save anything right now. Please try again later.', {
      retryAfterSeconds: 10,
    });
}

function sendStream(reply: FastifyReply, { media }: Endpoint, { stream, filename, immutable }: Download) {
  if (!media) return misuse('this endpoint has no media type and cannot send a stream');
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

/** Proxies must not buffer events, and the connection is not reused afterwards. */
const eventHeaders = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' };

function callOf<Member extends Identified>(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { member, token, body }: { readonly member: Member | undefined; readonly token: string; readonly body: unknown },
): Call<Endpoint, Member> {
  const params = parsePart(endpoint.params, storableParams(request));
  const command = isKeyed(endpoint) && member ? commandOf(endpoint, request, member.id, [params, body]) : undefined;
  return new RequestCall(member, command, {
    body,
    params,
    query: parsePart(endpoint.query, storableQuery(request)),
    token,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.host,
    shownSendFee: request.headers['florin-send-fee']?.toString(),
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
 * A class because of its getters. In an object literal, getters would give each call its own hidden class, which keeps
 * all data of the request alive until the next full garbage collection. Minor collections took ten times as long with
 * an object literal.
 */
class RequestCall<Member> implements Call<Endpoint, Member> {
  readonly body: Parts['body'];
  readonly params: Parts['params'];
  readonly query: Parts['query'];
  readonly token: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly host: string;
  readonly shownSendFee: string | undefined;
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
    this.shownSendFee = parts.shownSendFee;
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
    return this.#command ?? misuse('this endpoint takes no idempotency key and has no command');
  }
}

const given = <Member>(dryRuns: DryRuns<Member> | undefined) => dryRuns ?? misuse('dry runs are not served here');

/** Body errors are reported only after authentication, so that unauthenticated callers never see them. */
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

/** Text that the database cannot store cannot match any row. */
function storableParams({ params }: FastifyRequest): unknown {
  if (allStorable(params)) return params;
  throw new Refusal('not_found', 'There is nothing here.');
}

function storableQuery({ query }: FastifyRequest): unknown {
  if (allStorable(query)) return query;
  throw new Refusal('invalid_request', 'The address contains an invalid character.');
}

const allStorable = (texts: unknown) =>
  Object.values(texts ?? {}).every((text: unknown) => typeof text !== 'string' || isStorable(text));

const maxKeyLength = 200;

/** Reads the Idempotency-Key header. Refusals: `invalid_idempotency_key`. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && header.length >= 1 && header.length <= maxKeyLength) return header;
  throw new Refusal('invalid_idempotency_key', `The Idempotency-Key must have 1 to ${maxKeyLength} characters.`);
}

/** Without a key, every request is a new command. */
const commandOf = ({ path }: Endpoint, request: FastifyRequest, actor: string, asked: unknown[]): Command => ({
  key: commandKey({ actor, path, header: keyOf(request) ?? randomUUID() }),
  requestHash: digestBigint(path, JSON.stringify(asked)),
});
