import { createHash } from 'node:crypto';
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

/** The digests of released migrations. A release adds its own. */
const released: Record<string, string> = {
  '0001-baseline.sql': 'f1117357e4198c99788fef35641bbf0ffd6a550e2cd2b9189dffef040ec99f5e',
};

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.close());

describe('the schema of the database', () => {
  test('schema.sql equals the schema of migrations, functions and views; `npm run schema` writes it', async () => {
    await migrate(database.ownerPool);
    expect(await describeSchema(database.ownerPool)).toBe(read('schema.sql'));
  });

  test('the files in tables/ create the same schema, with new columns last as `alter table` adds them', async () => {
    expect(filesIn('tables').toSorted()).toEqual(subjects.map((subject) => `tables/${subject}.sql`).toSorted());
    await transact(database.ownerPool, async (tx) => {
      await tx.query(createRepeatablesTable);
      for (const subject of subjects) await tx.query(read(`tables/${subject}.sql`));
      await applyRepeatables(tx);
    });
    expect(await describeSchema(database.ownerPool)).toBe(read('schema.sql'));
  });

  test('each function and view has one definition', () => {
    const names = [...filesIn('functions'), ...filesIn('views')].flatMap((file) => defined(file));
    expect(names.length).toBeGreaterThan(30);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('code counts inserted rows by the returned rows, because some engines also count conflicting rows', () => {
    expect(filesIn('functions').filter((file) => /\brow_count\b/.test(read(file)))).toEqual([]);
  });

  test('migrations are named by number and change', () => {
    expect(filesIn('migrations').filter((file) => !/^migrations\/\d{4}-[a-z\d]+(-[a-z\d]+)*\.sql$/.test(file))).toEqual(
      [],
    );
  });

  test('released migrations never change', () => {
    const digestOf = (file: string) =>
      createHash('sha256')
        .update(read(`migrations/${file}`))
        .digest('hex');
    expect(Object.fromEntries(Object.keys(released).map((file) => [file, digestOf(file)]))).toEqual(released);
  });

  test('only functions of the ledger write its tables, and only ledger.post writes postings', () => {
    const writing = (table: string) =>
      [...filesIn('functions'), ...filesIn('views')].filter((file) =>
        new RegExp(`\\b(insert into|update|delete from|truncate)\\s+${table}`).test(read(file)),
      );
    expect(writing(String.raw`ledger\.`).filter((file) => !file.startsWith('functions/ledger/'))).toEqual([]);
    expect(writing(String.raw`ledger\.postings\b`)).toEqual(['functions/ledger/post.sql']);
    const { length } = read('functions/ledger/post.sql')
      .matchAll(/insert into ledger\.postings/g)
      .toArray();
    expect(length).toBe(1);
  });

  test.each([...filesIn('migrations'), ...filesIn('tables')])(
    'the migration %s changes only tables and calls no function of ours',
    (file) => {
      expect(defined(file)).toEqual([]);
      const statements = read(file).replaceAll(/--.*$/gm, '');
      const ours = filesIn('functions').flatMap((each) => defined(each));
      expect(ours.filter((name) => statements.includes(`${name}(`))).toEqual([]);
    },
  );
});
