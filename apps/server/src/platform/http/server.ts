import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { openAdmission, type Admission } from './admission.ts';
import { clientErrors } from './client-errors.ts';
import { openDrain, type Drain } from './drain.ts';
import { answerError, decorateForErrors } from './errors.ts';
import { requestIds } from './request-id.ts';
import { requestLog, type RequestLogging } from './request-log.ts';
import { requestMeter } from './request-meter.ts';
import { openFrontDoor } from './front-door.ts';
import { decorateForLog } from './security-log.ts';
import { parseJsonBody } from './json-body.ts';
import { headersOfAll, securityHeaders } from './security-headers.ts';
import { watchRequests } from './watch-requests.ts';

const maxBodyBytes = 32 * 1024;
/** One file, after a few short fields that say what it is. */
const uploadLimits = { files: 1, fields: 4, parts: 5, fieldSize: 200, fieldNameSize: 40, headerPairs: 20 };
const requestTimeoutMs = 30_000;
/** Longer than proxies keep theirs (nginx: 60 s), so that none sends on a connection that is being closed here. */
const keepAliveTimeoutMs = 72_000;

const whatFailsOrIsSlow: RequestLogging = { all: false, slowMs: 1_000 };

/** Whatever watches over the server asks for these by a name of its own. */
const isProbe = (url: string) => url === '/healthz' || url === '/readyz';

/** The server without any route: parsing, errors, headers. */
export async function createHttpServer(options: {
  logger: FastifyBaseLogger;
  publicUrl: string;
  /** How many proxies in front are believed when they say who asks. */
  trustedProxies?: number;
  admission?: Admission;
  drain?: Drain;
  logging?: RequestLogging;
  /** Refuses requests for a name that is not the server's. */
  assertKnownHost?: ((request: FastifyRequest) => void) | undefined;
}): Promise<FastifyInstance> {
  const securely = securityHeaders(options);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    securely(request, reply);
    reply.header('x-request-id', request.id);
  };
  const { trustedProxies = 0, admission = openAdmission(), drain = openDrain() } = options;
  const http = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    serverFactory: (handle) => {
      const server = openFrontDoor({ admission, drain, trustedProxies, headers: headersOfAll(options) }, handle);
      return Object.assign(server, { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs });
    },
    // What comes in over open connections while the server stops is done like anything else.
    return503OnClosing: false,
    genReqId: requestIds(trustedProxies),
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: clientErrors(headersOfAll(options)),
    // An address that cannot be read is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
  });
  decorateForLog(http);
  decorateForErrors(http);
  watchRequests(http, [requestMeter, requestLog(options.logging ?? whatFailsOrIsSlow)]);
  http.setErrorHandler(answerError);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    parseJsonBody(text),
  );
  await http.register(multipart, { throwFileSizeLimit: true, limits: uploadLimits });
  http.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    if (!isProbe(request.url)) options.assertKnownHost?.(request);
    done();
  });
  await http.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'], globalDecompression: false });
  return http;
}
