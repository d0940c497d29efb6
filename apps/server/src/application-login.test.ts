import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onDatabase } from '../test/global-setup.ts';
import { liveSettings } from '../test/live-settings.ts';
import { newDataFolder } from '../test/reliability/mortal-engine.ts';
import { urlOf } from '../test/test-database.ts';
import { withLogin } from './application-login.ts';
import { parseConfig } from './config.ts';
import { joinAsOwner, openDatabase, type Database } from './open-database.ts';
import { openPool, type DatabaseAddress, type Pool } from './platform/database/pool.ts';
import { startEmbeddedPostgres, type RunningPostgres } from './platform/embedded-postgres/index.ts';

let engine: RunningPostgres;
let superuser: Pool;

/** Starts a PostgreSQL that requires a password from all users except its superuser, like a remote server. */
beforeAll(async () => {
  const dataDir = newDataFolder();
  engine = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  superuser = openPool(engine.connection, { role: null, size: 2 });
  const authentication = ['local all postgres trust', 'local all all scram-sha-256', ''].join('\n');
  writeFileSync(path.join(engine.folder, 'pg_hba.conf'), authentication);
  await superuser.query('select pg_reload_conf()');
  await superuser.query(`create role ${owner} login createrole password '${ownersPassword}'`);
});
afterAll(async () => {
  await superuser.end();
  await engine.stop();
});

const owner = 'florin_owner';
const ownersPassword = 'owners secret';

/** Creates a database. All have one owner: from PostgreSQL 16 on, only the creator of florin_app may grant it. */
async function newInstallation(of = owner) {
  const name = `books_${randomUUID().slice(0, 8)}`;
  await superuser.query(`create database ${name} owner ${of}`);
  return { name, url: as(onDatabase(engine.connection, name), of, ownersPassword) };
}

const as = (address: DatabaseAddress, user: string, password: string) => withLogin(urlOf(address), user, password);

async function newLogin({ name }: { readonly name: string }, rights = '') {
  const login = `login_${randomUUID().slice(0, 8)}`;
  await superuser.query(`create role ${login} login ${rights} password 'a login'`);
  return { login, url: as(onDatabase(engine.connection, name), login, 'a login') };
}

const open = (env: Record<string, string>) => openDatabase(parseConfig(env), () => undefined);

async function withDatabase(env: Record<string, string>, work: (database: Database) => Promise<void>) {
  const database = await open(env);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const whoIs = async (pool: Pool) =>
  (await pool.query<{ session: string; now: string }>('select session_user as session, current_user as now')).rows[0];

describe('the application login, created by Florin', () => {
  test('creates a login for the application, and reuses it at the next start', async () => {
    const { name, url } = await newInstallation();
    const verifier = async () =>
      (await superuser.query(`select rolpassword from pg_authid where rolname = $1`, [`florin_app_${name}`])).rows;
    await withDatabase({ DATABASE_URL: url }, async ({ pool, ownerPool }) => {
      expect(await whoIs(pool)).toEqual({ session: `florin_app_${name}`, now: 'florin_app' });
      expect(await whoIs(ownerPool)).toEqual({ session: owner, now: owner });
    });
    const before = await verifier();
    expect(before).toEqual([{ rolpassword: expect.stringMatching(/^SCRAM-SHA-256\$4096:/) }]);
    await withDatabase({ DATABASE_URL: url }, async ({ pool }) => void (await pool.query('select 1')));
    expect(await verifier()).toEqual(before);
  });

  test('creates the login once when three nodes start together', async () => {
    const { name, url } = await newInstallation();
    const nodes = await Promise.all([1, 2, 3].map(() => open({ DATABASE_URL: url })));
    const sessions = await Promise.all(nodes.map(async ({ pool }) => (await whoIs(pool))?.session));
    await Promise.all(nodes.map((node) => node.close()));
    expect(sessions).toEqual(Array(3).fill(`florin_app_${name}`));
  });

  test('changes the login’s password when the owner’s password changes', async () => {
    const { name, url } = await newInstallation();
    await (await open({ DATABASE_URL: url })).close();
    await superuser.query(`alter role ${owner} password 'another'`);
    try {
      await withDatabase({ DATABASE_URL: withLogin(url, owner, 'another') }, async ({ pool }) =>
        expect((await whoIs(pool))?.session).toBe(`florin_app_${name}`),
      );
    } finally {
      await superuser.query(`alter role ${owner} password '${ownersPassword}'`);
    }
  });

  // Rules: identity-20, asvs-13.2.1
  test('a created login cannot become the owner or a superuser, or access the machine', async () => {
    const { name, url } = await newInstallation();
    await withDatabase({ DATABASE_URL: url }, async ({ pool }) => {
      const client = await pool.connect();
      try {
        for (const way of ['set role none', 'reset role', 'set session authorization default', 'discard all']) {
          await client.query(way);
          const { rows } = await client.query<{ now: string }>('select current_user as now');
          expect([`florin_app_${name}`, 'florin_app']).toContain(rows[0]?.now);
          for (const statement of [...forbidden, `set role ${owner}`, `set session authorization ${owner}`])
            await expect(client.query(statement), `${way}; ${statement}`).rejects.toMatchObject({
              code: expect.stringMatching(/^(?:42501|2BP01)$/),
            });
        }
      } finally {
        client.release(true);
      }
    });
  });

  test('explains how to create a login when the owner is not allowed to create roles', async () => {
    const { name, url } = await newInstallation();
    await (await open({ DATABASE_URL: url })).close();
    await superuser.query(`drop role florin_app_${name}`);
    await superuser.query(`alter role ${owner} nocreaterole`);
    try {
      await expect(open({ DATABASE_URL: url })).rejects.toThrow(
        /is not allowed to create roles, and Florin needs a login without the owner's rights\. Either alter role … createrole, or make a login yourself/,
      );
      await expect(open({ DATABASE_URL: (await newInstallation()).url })).rejects.toThrow(
        /^The user of PostgreSQL at .* lacks a right that the schema needs \(permission denied to create role\)/,
      );
    } finally {
      await superuser.query(`alter role ${owner} createrole`);
    }
  });

  test('warns in live mode that DATABASE_URL is the owner’s address', async () => {
    const { url } = await newInstallation();
    const said: string[] = [];
    const config = parseConfig({ ...liveSettings, DATABASE_URL: url });
    await (await openDatabase(config, (line) => said.push(line))).close();
    expect(said).toContainEqual(expect.stringMatching(/^Warning: DATABASE_URL is the database's owner/));
  });

  test('does not warn when a command needs the owner, such as a backup', async () => {
    const installation = await newInstallation();
    const said: string[] = [];
    const config = parseConfig({ ...liveSettings, DATABASE_URL: installation.url });
    await (await joinAsOwner(config, (line) => said.push(line))).close();
    expect(said).toEqual([expect.stringMatching(/^PostgreSQL /)]);
  });
});

const forbidden = [
  'set role postgres',
  'set session authorization postgres',
  'select pg_read_file($$/etc/passwd$$)',
  'select * from pg_ls_dir($$/$$)',
  'copy public.users to program $$cat$$',
  'copy public.users to $$/tmp/users$$',
  'select rolpassword from pg_authid',
  'select pg_reload_conf()',
  'alter system set log_statement = $$all$$',
  'alter role florin_app superuser',
  'create role mallory',
  'grant pg_read_server_files to florin_app',
  'delete from ledger.accounts',
  'alter table ledger.postings disable trigger all',
  'create table public.mine (x int)',
  'drop table public.users',
  'create extension dblink',
  'set session_replication_role = replica',
];

describe('a separate application login', () => {
  test('uses the given login and grants it the application role', async () => {
    const installation = await newInstallation();
    const { login, url } = await newLogin(installation);
    await withDatabase({ DATABASE_URL: url, MIGRATION_DATABASE_URL: installation.url }, async ({ pool, ownerPool }) => {
      expect(await whoIs(pool)).toEqual({ session: login, now: 'florin_app' });
      expect((await whoIs(ownerPool))?.session).toBe(owner);
    });
  });

  test.each([
    ['is the owner', async (installation: Installation) => installation.url],
    ['is a superuser', async (installation: Installation) => (await newLogin(installation, 'superuser')).url],
    ['may create roles', async (installation: Installation) => (await newLogin(installation, 'createrole')).url],
    ['is a member of the owner', async (installation: Installation) => memberOf(installation, owner)],
    ['may read files', async (installation: Installation) => memberOf(installation, 'pg_read_server_files')],
  ])('rejects a login that %s', async (_, urlFor) => {
    const installation = await newInstallation();
    const DATABASE_URL = await urlFor(installation);
    await expect(open({ DATABASE_URL, MIGRATION_DATABASE_URL: installation.url })).rejects.toThrow(
      /which has the rights of ".*" over the database\. Name a login in DATABASE_URL that owns nothing/,
    );
  });

  test('rejects a login for another database', async () => {
    const [one, other] = [await newInstallation(), await newInstallation()];
    await (await open({ DATABASE_URL: other.url })).close();
    const { url } = await newLogin(other);
    // The names may be the same on two servers, so the addresses are not enough.
    const config = { ...parseConfig({ DATABASE_URL: url }), migrationDatabaseUrl: one.url };
    await expect(openDatabase(config, () => undefined)).rejects.toThrow(
      'DATABASE_URL and MIGRATION_DATABASE_URL name different databases.',
    );
  });

  test('rejects a wrong password without repeating it', async () => {
    const installation = await newInstallation();
    const { login } = await newLogin(installation);
    const DATABASE_URL = withLogin(installation.url, login, 'opensesame');
    const opening = open({ DATABASE_URL, MIGRATION_DATABASE_URL: installation.url });
    await expect(opening).rejects.toThrow(/rejects the login of DATABASE_URL: password authentication failed/);
    await expect(opening).rejects.not.toThrow('opensesame');
  });
});

type Installation = Awaited<ReturnType<typeof newInstallation>>;

async function memberOf(installation: Installation, role: string): Promise<string> {
  const { login, url } = await newLogin(installation);
  await superuser.query(`grant ${role} to ${login}`);
  return url;
}

test.each([
  ['postgres://florin:x@db.example:5432/florin', 'postgres://app:p%40ss@db.example:5432/florin'],
  ['postgresql://db.example/florin', 'postgresql://app:p%40ss@db.example/florin'],
  ['postgres://florin@one:1,two:2/florin?sslmode=require', 'postgres://app:p%40ss@one:1,two:2/florin?sslmode=require'],
  [
    'postgres://localhost/florin?host=%2Ftmp&user=florin&password=x&port=1',
    'postgres://app:p%40ss@localhost/florin?host=%2Ftmp&port=1',
  ],
])('withLogin replaces only the login in %s', (url, expected) => {
  expect(withLogin(url, 'app', 'p@ss')).toBe(expected);
});
