import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { jsonArray, numberArray, textArray } from './array-literal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const read = async (literal: string, type: string) =>
  (await database.ownerPool.query<{ read: unknown }>(`select to_jsonb($1::${type}[]) as read`, [literal])).rows[0]
    ?.read;

/** PostgreSQL text cannot contain NUL characters or lone surrogates. */
const anyText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed());
const oddText = fc.constantFrom(
  '',
  'NULL',
  'null',
  ' ',
  'a b',
  ',',
  '{}',
  '"',
  '\\',
  '\\"',
  '\n',
  "'",
  '@day',
  '\u2028',
);

test('textArray returns every text unchanged from PostgreSQL', async () => {
  const texts = fc.array(fc.oneof(oddText, anyText, fc.uuid(), fc.constant(null)), { maxLength: 20 });
  const expectUnchanged = async (sent: (string | null)[]) => {
    expect(await read(textArray(sent), 'text')).toEqual(sent);
  };
  await fc.assert(fc.asyncProperty(texts, expectUnchanged), { numRuns: 200 });
});

test('jsonArray returns every object unchanged from PostgreSQL', async () => {
  const objects = fc.array(fc.dictionary(fc.constantFrom('a', 'b"', 'c\\'), fc.oneof(oddText, anyText)), {
    maxLength: 9,
  });
  const expectUnchanged = async (sent: object[]) => {
    expect(await read(jsonArray(sent), 'jsonb')).toEqual(sent);
  };
  await fc.assert(fc.asyncProperty(objects, expectUnchanged), { numRuns: 200 });
});

test('numberArray returns numbers of any size unchanged from PostgreSQL', async () => {
  const numbers = [0, -1, 2 ** 31 - 1, 9_007_199_254_740_993n, -(10n ** 30n)];
  const { rows } = await database.ownerPool.query('select $1::numeric[]::text[] as read', [numberArray(numbers)]);
  expect(rows[0]).toEqual({ read: numbers.map(String) });
  expect(await read(numberArray([]), 'int')).toEqual([]);
});
