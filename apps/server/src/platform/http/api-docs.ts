import compress from '@fastify/compress';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { madeOnce } from '../made-once.ts';

/** The page inserts one style sheet of its own and shows its icons from data; it holds nothing of anyone's. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The OpenAPI document at /api/openapi.json and a page to read it at /api/docs, both made from the contract when somebody
 * asks for them, as few do and every start would wait.
 */
export function serveApiDocs(http: FastifyInstance) {
  const document = madeOnce(async () => (await import('@florin/contract/openapi')).openApiDocument());
  const page = madeOnce(async () => pageOf(await document()));
  http.get('/api/openapi.json', document);
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const app = await page();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    reply.hijack();
    app.routing(request.raw, reply.raw);
  };
  http.get('/api/docs', show);
  http.get('/api/docs/*', show);
}

async function pageOf(document: object): Promise<FastifyInstance> {
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
  const app = fastify();
  await app.register(compress);
  await app.register(swagger.default, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi.default, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: () => docsPolicy,
  });
  await app.ready();
  return app;
}
