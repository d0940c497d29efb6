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

/** PostgreSQL's texts have no character 0 and no half of a pair. */
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

test('texts come back as they were', async () => {
  const texts = fc.array(fc.oneof(oddText, anyText, fc.uuid()), { maxLength: 20 });
  const whole = async (sent: string[]) => {
    expect(await read(textArray(sent), 'text')).toEqual(sent);
  };
  await fc.assert(fc.asyncProperty(texts, whole), { numRuns: 200 });
});

test('objects come back as they were', async () => {
  const objects = fc.array(fc.dictionary(fc.constantFrom('a', 'b"', 'c\\'), fc.oneof(oddText, anyText)), {
    maxLength: 9,
  });
  const whole = async (sent: object[]) => {
    expect(await read(jsonArray(sent), 'jsonb')).toEqual(sent);
  };
  await fc.assert(fc.asyncProperty(objects, whole), { numRuns: 200 });
});

test('numbers of any size come back as they were', async () => {
  const numbers = [0, -1, 2 ** 31 - 1, 9_007_199_254_740_993n, -(10n ** 30n)];
  const { rows } = await database.ownerPool.query('select $1::numeric[]::text[] as read', [numberArray(numbers)]);
  expect(rows[0]).toEqual({ read: numbers.map(String) });
  expect(await read(numberArray([]), 'int')).toEqual([]);
});
