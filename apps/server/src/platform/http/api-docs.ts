import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { once } from '../once.ts';
import { Refusal } from '../refusal.ts';

/** The page adds a style sheet at run time, shows icons from data URLs, and contains no personal data. */
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

/** The headers to copy from the page. All other headers are set on every response. */
const copiedHeaders = ['content-type', 'content-security-policy', 'cache-control', 'location'] as const;

/**
 * Serves the OpenAPI document at /api/openapi.json and a page for it at /api/docs. Document and page are generated from
 * the contract on the first request, which keeps the start fast. Each file is generated and compressed once.
 */
export function serveApiDocs(http: FastifyInstance) {
  const document = once(async () => (await import('@florin/contract/openapi')).openApiDocument());
  const page = once(async () => pageOf(await document()));
  const files = new Map<string, Promise<CompressedFile>>();
  const fileAt = (url: string, generate: () => Promise<Answer>): Promise<CompressedFile> => {
    const [address = url] = url.split('?', 1);
    const cached = files.get(address);
    if (cached) return cached;
    const file = generate().then(compressed);
    files.set(address, file);
    // Do not cache missing files: a client can request any number of them.
    file.catch(() => files.delete(address));
    return file;
  };
  const askPage = async (url: string): Promise<Answer> => {
    const { statusCode, headers, rawPayload } = await (await page()).inject({ url });
    if (statusCode === 404) throw new Refusal('not_found', 'There is nothing here.');
    return { statusCode, headers: pick(headers), body: rawPayload };
  };
  const describe = async (): Promise<Answer> => ({
    statusCode: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(JSON.stringify(await document())),
  });
  const show = async (request: FastifyRequest, reply: FastifyReply) =>
    answer(request, reply, await fileAt(request.url, () => askPage(request.url)));
  http.get('/api/openapi.json', async (request, reply) =>
    answer(request, reply, await fileAt('/api/openapi.json', describe)),
  );
  http.get('/api/docs', show);
  http.get('/api/docs/*', show);
}

type Answer = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};
type CompressedFile = Answer & { readonly etag: string; readonly br?: Buffer; readonly gzip?: Buffer };

const pick = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    copiedHeaders.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );

/** Smaller files are not compressed. The largest file is a bundle of more than one megabyte. */
const minBytes = 1_024;
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compressed(file: Answer): Promise<CompressedFile> {
  const etag = `"${hash('sha256', file.body, 'base64url')}"`;
  if (file.body.length < minBytes) return { ...file, etag };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(file.body, quality), promisify(gzip)(file.body)]);
  return { ...file, etag, br, gzip: gz };
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body, etag, ...encodings }: CompressedFile,
) {
  reply.headers({ ...headers, etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => encodings[one] && new RegExp(`\\b${one}\\b`).test(accepted));
  if (encoding) reply.header('content-encoding', encoding); // prevents a second compression by the server
  return reply.code(statusCode).send((encoding && encodings[encoding]) ?? body);
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
