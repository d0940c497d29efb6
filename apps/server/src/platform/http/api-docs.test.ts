import { syncBuiltinESMExports } from 'node:module';
import zlib, { brotliDecompressSync } from 'node:zlib';
import { endpoints, isKeyed, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

type Response = { description?: string; content?: Record<string, { schema?: object }> };
type Operation = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  security?: object[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Response>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  security: Record<string, unknown>[];
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
};

let florin: TestApp;
let document: Document;
let operations: (readonly [string, Operation])[];
beforeAll(async () => {
  florin = await createTestApp();
  document = (await florin.app.http.inject({ url: '/api/openapi.json' })).json();
  operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
});
afterAll(() => florin.close());

const named = new Map(Object.entries<Endpoint>(endpoints));
const written = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`;

describe('the OpenAPI document', () => {
  test('declares OpenAPI version 3.1, a title and a server', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: 'Florin', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(document.servers).toEqual([{ url: '/api' }]);
    for (const name of document.security.flatMap((one) => Object.keys(one)))
      expect(document.components.securitySchemes).toHaveProperty(name);
  });

  test('describes exactly the endpoints of the contract, each with a unique operation id', () => {
    expect(operations.map(([address]) => address).toSorted()).toEqual(
      Object.values<Endpoint>(endpoints).map(written).toSorted(),
    );
    expect(operations.map(([, { operationId }]) => operationId).toSorted()).toEqual(Object.keys(endpoints).toSorted());
    for (const [, { summary }] of operations) expect(summary).toMatch(/\w/);
  });

  test('declares exactly the path parameters, all required', () => {
    for (const [address, { parameters }] of operations) {
      const inPath = [...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath);
      expect(parameters.filter((one) => one.in === 'path').every(({ required }) => required)).toBe(true);
      expect(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size).toBe(parameters.length);
      for (const parameter of parameters) expect(parameter.schema).toBeTypeOf('object');
    }
  });

  // Rules: kyc-9
  test('documents the request body, access and idempotency key of each call', () => {
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const operation = document.paths[written(endpoint).split(' ')[1] ?? '']?.[endpoint.method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.requestBody !== undefined).toBe((endpoint.body ?? endpoint.upload) !== undefined);
      expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : undefined);
      const headers = operation?.parameters.filter((one) => one.in === 'header').map((one) => one.name);
      expect(headers).toEqual([
        ...(isKeyed(endpoint) ? ['Idempotency-Key'] : []),
        ...(endpoint.access === 'member' ? ['Florin-Account'] : []),
        ...(endpoint.costsSendFee ? ['Florin-Send-Fee'] : []),
      ]);
    }
  });

  test('documents the responses of each call, including errors', () => {
    for (const [, { operationId, responses }] of operations) {
      const { answer, media } = named.get(operationId) ?? {};
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(['429', '503']));
      for (const [status, { description, content }] of Object.entries(responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(description).toMatch(/\w/);
        const isJson = !status.startsWith('2') || answer !== undefined;
        expect(typeof content?.['application/json']?.schema).toBe(isJson ? 'object' : 'undefined');
        expect(Object.keys(content ?? {})).toEqual(isJson ? ['application/json'] : media ? [media] : []);
      }
    }
  });

  test('documents the errors for a missing session and an invalid amount', () => {
    for (const [, { operationId, requestBody, responses }] of operations) {
      const access = named.get(operationId)?.access;
      const hasAmount = /"amount(_\w+)?":/.test(JSON.stringify(requestBody ?? {}));
      const tells = (status: number, code: string) =>
        responses[status]?.description?.split(', ').includes(code) ?? false;
      expect([operationId, tells(401, 'not_signed_in')]).toEqual([operationId, access !== 'public']);
      expect([operationId, access !== 'operator' || tells(404, 'not_found')]).toEqual([operationId, true]);
      expect([operationId, tells(422, 'invalid_amount') || !hasAmount]).toEqual([operationId, true]);
    }
  });

  /** Calls that need the password, too, if a row is a withdrawal of a member without a second factor. */
  const paysToBanks = new Set(['startBatchPayout', 'retryBatchPayout']);

  test('documents which calls always or sometimes need a second factor', () => {
    for (const [, { operationId, description, responses }] of operations) {
      const { stepUp } = named.get(operationId) ?? {};
      const told = /(always|sometimes) asks for a second factor/.exec(description ?? '')?.[1];
      const always = stepUp === true || stepUp === 'or_password';
      expect([operationId, told]).toEqual([operationId, always ? 'always' : stepUp]);
      const mayAskForPassword = responses['403']?.description?.includes('password_required') ?? false;
      expect([operationId, mayAskForPassword]).toEqual([
        operationId,
        stepUp === 'or_password' || paysToBanks.has(operationId),
      ]);
      const mayRefuse = responses['403']?.description?.includes('second_factor_required') ?? false;
      const takesFactor = operationId === 'login' || operationId === 'approve';
      expect([operationId, mayRefuse]).toEqual([operationId, stepUp !== undefined || takesFactor]);
    }
  });

  test('resolves every reference within the document', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
    expect(references.length).toBeGreaterThan(0);
    for (const target of new Set(references)) expect(resolve(target)).toBeTypeOf('object');
  });

  test('serves the documentation page and its files to a browser', async () => {
    const page = await florin.app.http.inject({ url: '/api/docs' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) });
    const [script = ''] = /static\/swagger-ui-bundle\.js/.exec(page.body) ?? [];
    const file = await florin.app.http.inject({ url: `/api/docs/${script}`, headers: { 'accept-encoding': 'gzip' } });
    expect([file.statusCode, file.headers['content-encoding']]).toEqual([200, 'gzip']);
    const { headers } = file;
    const again = await florin.app.http.inject({
      url: `/api/docs/${script}`,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const bundles = await Promise.all(
      [1, 2, 3].map(() =>
        florin.app.http.inject({ url: `/api/docs/${script}`, headers: { 'accept-encoding': 'gzip, br' } }),
      ),
    );
    for (const { headers: sent, rawPayload } of bundles) {
      expect(sent['content-encoding']).toBe('br');
      expect(rawPayload.equals(bundles[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    }
    const plain = await florin.app.http.inject({ url: `/api/docs/${script}` });
    expect(brotliDecompressSync(bundles[0]?.rawPayload ?? Buffer.alloc(0)).equals(plain.rawPayload)).toBe(true);
    const missing = await florin.app.http.inject({ url: '/api/docs/made-up' });
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
  });
});

test('compresses each documentation file only once', async () => {
  const compress = vi.spyOn(zlib, 'brotliCompress');
  syncBuiltinESMExports();
  const own = await createTestApp();
  const ask = (url: string) => own.app.http.inject({ url, headers: { 'accept-encoding': 'br' } });
  for (let i = 0; i < 5; i++)
    for (const url of ['/api/openapi.json', '/api/docs/static/swagger-ui-bundle.js?v=' + i])
      expect([(await ask(url)).statusCode, compress.mock.calls.length]).toEqual([200, expect.any(Number)]);
  expect(compress).toHaveBeenCalledTimes(2);
  await own.close();
});

test.each(['/api/openapi.json', '/api/docs', '/healthz', '/api/crypto/prices'])(
  'HEAD %s responds like GET without a body',
  async (url) => {
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) => florin.app.http.inject({ method, url })),
    );
    expect([head?.statusCode, head?.body]).toEqual([get?.statusCode, '']);
    expect(head?.headers['content-type']).toBe(get?.headers['content-type']);
  },
);

function resolve(target: string): unknown {
  expect(target.startsWith('#/')).toBe(true);
  let place: unknown = document;
  for (const step of target.slice(2).split('/'))
    place = typeof place === 'object' && place ? (place as Record<string, unknown>)[step] : undefined;
  return place;
}
