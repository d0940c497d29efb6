import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { madeOnce } from '../made-once.ts';
import { Refusal } from '../refusal.ts';

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

/** The other headers are those of every answer. */
const passedOn = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location'] as const;

/**
 * The OpenAPI document at /api/openapi.json and a page to read it at /api/docs, both made from the contract when somebody
 * asks for them, as few do and every start would wait.
 */
export function serveApiDocs(http: FastifyInstance) {
  const document = madeOnce(async () => (await import('@florin/contract/openapi')).openApiDocument());
  const page = madeOnce(async () => pageOf(await document()));
  http.get('/api/openapi.json', document);
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { 'if-none-match': etag } = request.headers;
    const found = await (
      await page()
    ).inject({ url: request.url, headers: etag === undefined ? {} : { 'if-none-match': etag } });
    if (found.statusCode === 404) throw new Refusal('not_found', 'There is nothing here.');
    for (const name of passedOn) if (found.headers[name] !== undefined) reply.header(name, found.headers[name]);
    return reply.code(found.statusCode).send(found.rawPayload);
  };
  http.get('/api/docs', show);
  http.get('/api/docs/*', show);
}

async function pageOf(document: object): Promise<FastifyInstance> {
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
  const app = fastify();
  await app.register(swagger.default, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi.default, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: () => docsPolicy,
  });
  await app.ready();
  return app;
}
