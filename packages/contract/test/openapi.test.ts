import { expect, test } from 'vitest';
import { hasDryRun, type Endpoint } from '../src/endpoint.ts';
import { endpoints } from '../src/endpoints.ts';
import { openApiDocument } from '../src/openapi.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }> };
  responses: Record<string, { description: string }>;
};
const paths = openApiDocument()['paths'] as Record<string, Record<string, Operation>>;

test.each([
  ['/kyc/documents', 'post', ['kind', 'file'], /JPG, PNG, HEIC or PDF/],
  ['/auth/me/avatar', 'put', ['file'], /JPG, PNG, WebP or HEIC/],
])('the OpenAPI document describes the upload %s: its fields, then the file', (path, method, fields, takes) => {
  const schema = paths[path]?.[method]?.requestBody?.content['multipart/form-data']?.schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual(fields);
  expect(schema?.required).toEqual(fields);
  expect(schema?.properties['file']).toMatchObject({ type: 'string', description: expect.stringMatching(takes) });
});

test('the OpenAPI document lists no request body errors for a GET', () => {
  const statuses = Object.values(paths).flatMap(({ get }) => Object.keys(get?.responses ?? {}));
  expect(statuses).toContain('422');
  for (const impossible of ['400', '413', '415']) expect(statuses).not.toContain(impossible);
});

test('the OpenAPI document lists no idempotency and money errors for a GET', () => {
  const named = Object.values(paths).flatMap(({ get }) =>
    Object.values(get?.responses ?? {}).map((one) => one.description),
  );
  const codes = new Set(named.flatMap((description) => description.split(', ')));
  for (const impossible of ['idempotency_key_reused', 'invalid_idempotency_key', 'invalid_amount', 'account_closed'])
    expect(codes).not.toContain(impossible);
});

test('the OpenAPI document lists 422 for exactly the GETs whose address has parameters', () => {
  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const named = gets.filter(({ get }) => '422' in get.responses).map(({ path }) => path);
  expect(named).toEqual(
    gets.filter(({ get }) => get.parameters.some((one) => one.in !== 'header')).map(({ path }) => path),
  );
});

test('the OpenAPI document has a body for every upload and none for a GET', () => {
  const withFile = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter((one) => one.requestBody && 'multipart/form-data' in one.requestBody.content),
  );
  expect(withFile).toHaveLength(Object.values(endpoints).filter((endpoint: Endpoint) => endpoint.upload).length);
  expect(Object.values(paths).filter(({ get }) => get?.requestBody !== undefined)).toEqual([]);
});

test('the OpenAPI document offers a dry run exactly for calls of members that move money', () => {
  const dry = Object.entries(endpoints).filter(([, endpoint]: [string, Endpoint]) => hasDryRun(endpoint));
  const offered = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'dry_run'));
  expect(new Set(offered.map(({ operationId }) => operationId))).toEqual(new Set(dry.map(([name]) => name)));
  expect(JSON.stringify(offered[0]?.responses['200'])).toContain('#/components/schemas/DryRun');
});
