import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
const passedOn = ['content-type', 'content-security-policy', 'cache-control', 'location'] as const;

/**
 * The OpenAPI document at /api/openapi.json and a page to read it at /api/docs, both made from the contract when somebody
 * asks for them, as few do and every start would wait. Each file is made and compressed once.
 */
export function serveApiDocs(http: FastifyInstance) {
  const document = madeOnce(async () => (await import('@florin/contract/openapi')).openApiDocument());
  const page = madeOnce(async () => pageOf(await document()));
  const made = new Map<string, Promise<MadeFile>>();
  const fileAt = (url: string, make: () => Promise<Answer>): Promise<MadeFile> => {
    const [address = url] = url.split('?', 1);
    const known = made.get(address);
    if (known) return known;
    const file = make().then(compressed);
    made.set(address, file);
    // What does not exist is not kept: there are ever so many addresses of it.
    file.catch(() => made.delete(address));
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
type MadeFile = Answer & { readonly etag: string; readonly br?: Buffer; readonly gzip?: Buffer };

const pick = (headers: Record<string, unknown>) =>
  Object.fromEntries(passedOn.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])));

/** Smaller is not worth the time: the largest is a bundle of more than a megabyte. */
const worthIt = 1_024;
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compressed(file: Answer): Promise<MadeFile> {
  const etag = `"${hash('sha256', file.body, 'base64url')}"`;
  if (file.body.length < worthIt) return { ...file, etag };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(file.body, quality), promisify(gzip)(file.body)]);
  return { ...file, etag, br, gzip: gz };
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body, etag, ...smaller }: MadeFile,
) {
  reply.headers({ ...headers, etag, vary: 'accept-encoding' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((one) => smaller[one] && new RegExp(`\\b${one}\\b`).test(accepted));
  if (encoding) reply.header('content-encoding', encoding); // so that it is not compressed for this request once more
  return reply.code(statusCode).send((encoding && smaller[encoding]) ?? body);
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
