import { openApiDocument } from '@florin/contract/openapi';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

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

/** The OpenAPI document at /api/openapi.json and a page to read it at /api/docs, both made from the contract. */
export async function serveApiDocs(http: FastifyInstance) {
  const document = openApiDocument();
  http.get('/api/openapi.json', async () => document);
  await http.register(swagger, { mode: 'static', specification: { document: document as never } });
  await http.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true, transformStaticCSP: () => docsPolicy });
}
