import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { showAllBooks } from './show-all-books.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const link = (connectionString: string) => showAllBooks(database.ownerPool, [{ connectionString }]);

/** Returns the options that PostgreSQL's own client gets. */
async function told(): Promise<Record<string, string>> {
  const { rows } = await database.ownerPool.query<{ options: string[] }>(
    `select s.srvoptions || m.umoptions as options from pg_foreign_server s join pg_user_mappings m on m.srvid = s.oid`,
  );
  return Object.fromEntries(rows.flatMap(({ options }) => options.map((option) => option.split(/=(.*)/s))));
}

test.each([
  ['postgres://u:p%40ss@db.example/florin', { host: 'db.example', dbname: 'florin', user: 'u', password: 'p@ss' }],
  [
    'postgres://u@h1:5433,h2/florin?sslmode=verify-full&sslrootcert=/ca.pem',
    { host: 'h1,h2', port: '5433,5432', target_session_attrs: 'read-write', sslmode: 'verify-full' },
  ],
  ['postgres://u@localhost/florin?host=%2Ftmp&port=5433', { host: '/tmp', port: '5433' }],
  ['postgres://u@[::1]:5433/florin', { host: '::1', port: '5433' }],
  ['postgres://u@db.example/florin?sslmode=no-verify', { sslmode: 'require' }],
  ['postgres://db.example/florin?user=u&password=p&statement_timeout=1', { user: 'u', password: 'p' }],
])('gives PostgreSQL the address %s in its own options', async (url, options) => {
  await link(url);
  expect(await told()).toMatchObject(options);
});

test('does not repeat a database password in an error', async () => {
  await database.ownerPool.query(`create function fail() returns event_trigger language plpgsql as
    $$ begin raise 'no user mappings'; end $$`);
  await database.ownerPool.query(
    `create event trigger no_mappings on ddl_command_start when tag in ('CREATE USER MAPPING') execute function fail()`,
  );
  const error: unknown = await link('postgres://u:opensesame@db.example/florin').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: 'no user mappings' });
  expect(JSON.stringify(error)).not.toContain('opensesame');
});
