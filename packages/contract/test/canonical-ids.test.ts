import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalId, endpoints, type Endpoint } from '../src/index.ts';

const canonical = '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const writings = [
  canonical.toUpperCase(),
  `{${canonical}}`,
  `{${canonical.toUpperCase()}}`,
  canonical.replaceAll('-', ''),
  canonical.replaceAll('-', '').toUpperCase(),
];

/** Whether a field holds an id: `id`, `quote_id`, `fileId`. */
const isIdName = (name: string) => /^id$|_id$|Id$/.test(name);

type Field = { readonly name: string; readonly of: string; readonly schema: z.ZodMiniType };

/** Returns all fields of an endpoint's params, query and body, including nested fields. */
function fieldsOf(name: string, endpoint: Endpoint): Field[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => fieldsIn(`${name} ${part}`, endpoint[part]));
}

function fieldsIn(of: string, schema: unknown): Field[] {
  const def = (schema as { def?: Record<string, unknown> } | undefined)?.def ?? {};
  const shape = Object.entries((def['shape'] ?? {}) as Record<string, z.ZodMiniType>);
  const inner = [def['innerType'], def['element'], ...((def['options'] ?? []) as unknown[])];
  return [
    ...shape.map(([name, field]) => ({ name, of, schema: field })),
    ...[...shape.map(([, field]) => field), ...inner].flatMap((each) => (each ? fieldsIn(of, each) : [])),
  ];
}

const requestIds = Object.entries<Endpoint>(endpoints)
  .flatMap(([name, endpoint]) => fieldsOf(name, endpoint))
  .filter(({ name }) => isIdName(name))
  .map(({ name, of, schema }) => ({ field: `${of}.${name}`, schema }));

describe('ids in requests', () => {
  // Rules: identity-11
  test('the list of request ids contains every id in a path', () => {
    const inPaths = Object.entries<Endpoint>(endpoints).flatMap(([name, { path }]) =>
      [...path.matchAll(/:(\w+)/g)].flatMap(([, id = '']) => (isIdName(id) ? [`${name} params.${id}`] : [])),
    );
    expect(requestIds.map(({ field }) => field)).toEqual(expect.arrayContaining(inPaths));
    expect(inPaths.length).toBeGreaterThan(20);
  });

  // Rules: identity-11
  test.each(requestIds)('parsing makes the request id $field canonical', ({ schema }) => {
    for (const writing of writings) expect(z.parse(schema, writing)).toBe(canonical);
  });
});

describe('canonicalId', () => {
  test.each(['h12', '12-345', 'usd_balance'])('canonicalId keeps an id that is not a UUID: %s', (id) => {
    expect(canonicalId(id)).toBe(id);
  });
});
