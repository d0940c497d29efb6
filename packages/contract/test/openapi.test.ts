import { expect, test } from 'vitest';
import { openApiDocument } from '../src/openapi.ts';

type Operation = {
  requestBody?: { content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }> };
  responses: Record<string, { description: string }>;
};
const paths = openApiDocument()['paths'] as Record<string, Record<string, Operation>>;

test.each([
  ['/kyc/documents', 'post', ['kind', 'file'], /JPG, PNG, HEIC or PDF/],
  ['/auth/me/avatar', 'put', ['file'], /JPG, PNG, WebP or HEIC/],
])('the OpenAPI document says what %s takes: its fields, then the file', (path, method, fields, takes) => {
  const schema = paths[path]?.[method]?.requestBody?.content['multipart/form-data']?.schema;
  expect(Object.keys(schema?.properties ?? {})).toEqual(fields);
  expect(schema?.required).toEqual(fields);
  expect(schema?.properties['file']).toMatchObject({ type: 'string', description: expect.stringMatching(takes) });
});

test('the OpenAPI document names no status of a body for a GET', () => {
  const statuses = Object.values(paths).flatMap(({ get }) => Object.keys(get?.responses ?? {}));
  expect(statuses).toContain('422');
  for (const impossible of ['400', '413', '415']) expect(statuses).not.toContain(impossible);
});
