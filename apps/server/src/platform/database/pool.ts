import pg from 'pg';
import type { CustomTypesConfig, PoolConfig } from 'pg';
import { addressesIn, tryAllHosts, writableClient } from './several-hosts.ts';
import { endWhenSilent } from './silent-host.ts';
import { watchTimeline } from './timeline.ts';
import { withRetry } from './transact.ts';

export type Pool = pg.Pool;
export type Queryable = Pick<pg.Pool, 'query'>;

/** The address of a PostgreSQL database, with its login. */
export type DatabaseAddress = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString'>;

/**
 * The role for everything except migrations. The role can read the ledger and call its functions, but cannot change its
 * rows.
 */
export const applicationRole = 'florin_app';

const int8 = 20;
const int8Array = 1016;
const numeric = 1700;
const numericArray = 1231;

/** Parses bigint and numeric as bigint. Florin stores no fractional numeric values. */
const types: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === numeric) return (text: string) => BigInt(text);
    if (oid === int8Array || oid === numericArray) return parseBigints;
    return pg.types.getTypeParser(oid, format ?? 'text');
  },
};

const parseBigints = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item)));

/** The silence on a connection in use after which its host is probed. The host has the same time to answer. */
const hostSilentMs = 4_000;

/** The maximum number of connections per server process. */
export const usualSize = 16;

type PoolSettings = {
  /** Null keeps the role of the login. */
  readonly role?: string | null;
  readonly size?: number;
  readonly silentMs?: number;
  /** Closes a connection after this time without use. 0: never. */
  readonly idleMs?: number;
  /**
   * Sends a client's statements without waiting for earlier results (pipeline.ts). Off for owners: they copy rows in and
   * out, which the driver does not support in this mode.
   */
  readonly pipeline?: boolean;
};

export function openPool(
  address: DatabaseAddress,
  {
    role = applicationRole,
    size = usualSize,
    silentMs = hostSilentMs,
    idleMs = 60_000,
    pipeline = role !== null,
  }: PoolSettings = {},
): Pool {
  const addresses = addressesIn(address.connectionString ?? '');
  const timeline = watchTimeline();
  const pool = new pg.Pool({
    ...address,
    ...(addresses.length > 1 ? { Client: writableClient(addresses) } : {}),
    max: size,
    pipeline,
    types,
    verify: timeline.verify,
    // A longer wait for a connection means that the database is overloaded or unreachable.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    application_name: 'florin',
    // No statement timeout here: the full sweep may take minutes. Commands have the timeout of their transaction. Turns
    // off the compiling of queries (jit), which Debian's PostgreSQL turns on: it would take a second for a query of
    // milliseconds.
    options: `-c timezone=UTC -c jit=off${role === null ? '' : ` -c role=${role}`}`,
  });
  // The pool replaces a lost connection, and the waiting statement reports the error. These listeners prevent an
  // unhandled error event, which would end the process. The pool itself listens only to idle connections.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (addresses.length > 1) tryAllHosts(pool, addresses.length);
  timeline.of(pool);
  endWhenSilent(pool, silentMs);
  retryStatements(pool);
  return pool;
}

/**
 * Retries statements that run on the pool itself. Each statement is its own transaction, so nothing of a failed attempt
 * is committed.
 */
function retryStatements(pool: Pool) {
  const queryOnce = pool.query.bind(pool);
  const queryWithRetry = (...args: unknown[]) => withRetry(async () => Reflect.apply(queryOnce, pool, args));
  Object.assign(pool, { query: queryWithRetry });
}
