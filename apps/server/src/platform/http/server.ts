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
import { decorateForErrors, errorHandler } from './errors.ts';
import { requestIds } from './request-id.ts';
import { requestLog, type RequestLogging } from './request-log.ts';
import { requestMeter } from './request-meter.ts';
import { openFrontDoor } from './front-door.ts';
import { decorateForLog } from './security-log.ts';
import { parseJsonBody } from './json-body.ts';
import { headersOfAll, securityHeaders } from './security-headers.ts';
import { watchRequests } from './watch-requests.ts';

const maxBodyBytes = 32 * 1024;
/** One file, after a few short text fields. */
const uploadLimits = { files: 1, fields: 4, parts: 5, fieldSize: 200, fieldNameSize: 40, headerPairs: 20 };
const requestTimeoutMs = 30_000;
/** Longer than the timeout of proxies (nginx: 60 s), so that no proxy sends on a connection that is being closed. */
const keepAliveTimeoutMs = 72_000;

const failedAndSlow: RequestLogging = { all: false, slowMs: 1_000 };

/** Health checks may use any host name. */
const isProbe = (url: string) => url === '/healthz' || url === '/readyz';

/** Creates the server without routes: parsing, errors and headers. */
export async function createHttpServer(options: {
  logger: FastifyBaseLogger;
  publicUrl: string;
  /** The name of the product in error messages. */
  brand?: string;
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  trustedProxies?: number;
  admission?: Admission;
  drain?: Drain;
  logging?: RequestLogging;
  /** Rejects requests for another server's host name. */
  assertKnownHost?: ((request: FastifyRequest) => void) | undefined;
}): Promise<FastifyInstance> {
  const securely = securityHeaders(options);
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    securely(request, reply);
    reply.header('x-request-id', request.id);
  };
  const { brand = 'Florin', trustedProxies = 0, admission = openAdmission(), drain = openDrain() } = options;
  const answerError = errorHandler(brand);
  const http = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    trustProxy: (_address: string, hop: number) => hop < trustedProxies,
    serverFactory: (handle) => {
      const server = openFrontDoor({ brand, admission, drain, trustedProxies, headers: headersOfAll(options) }, handle);
      return Object.assign(server, { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs });
    },
    // Requests on open connections are still processed while the server stops.
    return503OnClosing: false,
    genReqId: requestIds(trustedProxies),
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: clientErrors(headersOfAll(options)),
    // The framework rejects an unreadable address before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
  });
  decorateForLog(http);
  decorateForErrors(http);
  watchRequests(http, [requestMeter, requestLog(options.logging ?? failedAndSlow)]);
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
