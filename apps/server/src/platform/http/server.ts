import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { answerError } from './errors.ts';
import { decorateForLog } from './security-log.ts';
import { parseJsonBody } from './json-body.ts';
import { securityHeaders } from './security-headers.ts';

const maxBodyBytes = 32 * 1024;
/** One file, after a few short fields that say what it is. */
const uploadLimits = { files: 1, fields: 4, parts: 5, fieldSize: 200, fieldNameSize: 40, headerPairs: 20 };
const requestTimeoutMs = 30_000;

/** The server without any route: parsing, errors, headers. */
export async function createHttpServer(options: {
  logger: FastifyBaseLogger;
  publicUrl: string;
  /** How many proxies in front are believed when they say who asks. */
  trustedProxies?: number;
}): Promise<FastifyInstance> {
  const setHeaders = securityHeaders(options);
  const http = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    trustProxy: (_address: string, hop: number) => hop < (options.trustedProxies ?? 0),
    requestTimeout: requestTimeoutMs,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
  });
  decorateForLog(http);
  http.setErrorHandler(answerError);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    parseJsonBody(text),
  );
  await http.register(multipart, { throwFileSizeLimit: true, limits: uploadLimits });
  http.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  await http.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  return http;
}
