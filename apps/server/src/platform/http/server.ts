import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { answerError } from './errors.ts';
import { parseJsonBody } from './json-body.ts';
import { securityHeaders } from './security-headers.ts';

const maxBodyBytes = 32 * 1024;
const requestTimeoutMs = 30_000;

/** The server without any route: parsing, errors, headers. */
export async function createHttpServer(options: {
  logger: FastifyBaseLogger;
  publicUrl: string;
}): Promise<FastifyInstance> {
  const setHeaders = securityHeaders(options);
  const http = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      answerError(error, request, reply);
    },
  });
  http.setErrorHandler(answerError);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
    parseJsonBody(text),
  );
  http.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    done();
  });
  await http.register(compress, { threshold: 1_024, encodings: ['br', 'gzip'] });
  return http;
}
