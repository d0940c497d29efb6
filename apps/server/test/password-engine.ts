import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLogin } from '../src/application-login.ts';
import { openPool, type Pool } from '../src/platform/database/pool.ts';
import { startEmbeddedPostgres, type RunningPostgres } from '../src/platform/embedded-postgres/index.ts';
import { onDatabase } from './global-setup.ts';
import { newDataFolder } from './reliability/mortal-engine.ts';
import { urlOf } from './test-database.ts';

export const owner = 'florin_owner';
export const ownersPassword = 'owners secret';

/** A PostgreSQL that requires a password from all users except its superuser, like a remote server. */
export type PasswordEngine = {
  readonly connection: RunningPostgres['connection'];
  readonly superuser: Pool;
  /** Creates an empty database of the owner and returns the owner's address. */
  readonly newDatabase: () => Promise<{ readonly name: string; readonly url: string; readonly owner: Pool }>;
  /** Rejects later sign-ins of this user. */
  readonly reject: (user: string) => Promise<void>;
  /** Stops the server until `comeBack` is called. */
  readonly goDown: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** @param prepares false: it cannot prepare transactions, as is PostgreSQL's default */
export async function startPasswordEngine({ prepares = true } = {}): Promise<PasswordEngine> {
  const dataDir = newDataFolder();
  let engine = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  if (!prepares) {
    const admin = openPool(engine.connection, { role: null, size: 1 });
    await admin.query('alter system set max_prepared_transactions = 0');
    await admin.end();
    await engine.stop();
    engine = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  }
  const superuser = openPool(engine.connection, { role: null, size: 2 });
  const authentication = ['local all postgres trust', 'local all all scram-sha-256', ''];
  const authenticate = async () => {
    writeFileSync(path.join(engine.folder, 'pg_hba.conf'), authentication.join('\n'));
    await superuser.query('select pg_reload_conf()');
  };
  await authenticate();
  await superuser.query(`create role ${owner} login createrole password '${ownersPassword}'`);
  const pools = [superuser];
  return {
    connection: engine.connection,
    superuser,
    reject: (user) => {
      authentication.unshift(`local all ${user} reject`);
      return authenticate();
    },
    goDown: () => engine.stop(),
    async comeBack() {
      engine = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      await authenticate(); // the start wrote its own file
    },
    async newDatabase() {
      const name = `books_${randomUUID().slice(0, 8)}`;
      await superuser.query(`create database ${name} owner ${owner}`);
      const address = onDatabase(engine.connection, name);
      const asSuperuser = openPool(address, { role: null, size: 1 });
      // Follows the steps of docs/operate/install.md for several ledgers.
      await asSuperuser.query('create extension postgres_fdw');
      await asSuperuser.query(`grant usage on foreign data wrapper postgres_fdw to ${owner}`);
      await asSuperuser.end();
      const url = withLogin(urlOf(address), owner, ownersPassword);
      const pool = openPool({ connectionString: url }, { role: null, size: 2 });
      pools.push(pool);
      return { name, url, owner: pool };
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await engine.stop();
    },
  };
}
