import { endpoints, type Endpoint } from '@florin/contract';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { parsePart } from './parse-part.ts';

const nonsense = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(5_000),
  7,
  -1,
  1.5,
  1e30,
  true,
  [],
  {},
  [null],
  ['', 7],
  [{}],
  { x: 1 },
];

const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query, params }]) =>
  Object.entries({ body, query, params }).flatMap(([part, schema]) =>
    schema ? [{ name: `${part} of ${name}`, schema }] : [],
  ),
);

/** Returns the path of every field of the schema, including nested fields. */
function fieldsOf(schema: z.core.$ZodType): string[][] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, inner]) => [
      [name],
      ...fieldsOf(inner).map((path) => [name, ...path]),
    ]);
  if (def.type === 'array') return fieldsOf(def.element).map((path) => ['0', ...path]);
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return fieldsOf(def.innerType);
  return [];
}

const wrapAt = ([first, ...rest]: string[], value: unknown): unknown => {
  if (first === undefined) return value;
  return first === '0' ? [wrapAt(rest, value)] : { [first]: wrapAt(rest, value) };
};

function sentencesFor(schema: z.ZodMiniType | undefined, value: unknown): string[] {
  try {
    parsePart(schema, value);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.message, ...Object.values(error.fields ?? {})];
  }
}

const libraryWords = /Invalid|expected|(?<!\.)received|Too (small|big)|Unrecognized|undefined|NaN|regex|\/\^|[<>]=/;

// Rules: errors-4
test.each(parts)('answers an invalid $name with sentences for people', ({ schema }) => {
  const bodies = [...nonsense, ...fieldsOf(schema).flatMap((path) => nonsense.map((value) => wrapAt(path, value)))];
  const sentences = bodies.flatMap((value) => sentencesFor(schema, value));
  expect(sentences.filter((text) => libraryWords.test(text) || !/^[A-Z].*[.]$/.test(text))).toEqual([]);
});

test.each([
  ['login', { email: 'x', password: 'p' }, 'Enter a valid email address.'],
  ['login', { email: 'a@b.example' }, 'Enter the password.'],
  ['signup', { name: 'Ines', email: 'a@b.example', password: 'short' }, 'The password needs at least 8 characters.'],
  ['signup', { name: 7, email: 'a@b.example', password: 'long enough' }, 'The name must be text.'],
] as const)('answers the invalid %s body %j with "%s"', (name, body, sentence) => {
  expect(sentencesFor(endpoints[name].body, body)[0]).toBe(sentence);
});
