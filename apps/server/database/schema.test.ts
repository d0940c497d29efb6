import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEmptyDatabase } from '../test/test-database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { applyRepeatables, createRepeatablesTable } from '../src/platform/database/repeatables.ts';
import { transact } from '../src/platform/database/transact.ts';
import { describeSchema } from './describe-schema.ts';
import { subjects } from './order.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${folder}/${name}`);
const defined = (file: string) =>
  Array.from(read(file).matchAll(/^create (?:or replace )?(?:function|view) ([\w.]+)/gm), ([, name = '']) => name);

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.close());

describe('the schema of the database', () => {
  test('is in schema.sql as migrations, functions and views make it; else run `npm run schema`', async () => {
    await migrate(database.ownerPool);
    expect(await describeSchema(database.ownerPool)).toBe(read('schema.sql'));
  });

  test('is the same when it is made from tables/; a new column comes last, as `alter table` adds it', async () => {
    expect(filesIn('tables').toSorted()).toEqual(subjects.map((subject) => `tables/${subject}.sql`).toSorted());
    await transact(database.ownerPool, async (tx) => {
      await tx.query(createRepeatablesTable);
      for (const subject of subjects) await tx.query(read(`tables/${subject}.sql`));
      await applyRepeatables(tx);
    });
    expect(await describeSchema(database.ownerPool)).toBe(read('schema.sql'));
  });

  test('has one home for each function and view', () => {
    const names = [...filesIn('functions'), ...filesIn('views')].flatMap((file) => [...new Set(defined(file))]);
    expect(names.length).toBeGreaterThan(30);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test.each([...filesIn('migrations'), ...filesIn('tables')])(
    '%s changes tables only, and calls no function of ours',
    (file) => {
      expect(defined(file)).toEqual([]);
      const statements = read(file).replaceAll(/--.*$/gm, '');
      const ours = filesIn('functions').flatMap((each) => defined(each));
      expect(ours.filter((name) => statements.includes(`${name}(`))).toEqual([]);
    },
  );
});
