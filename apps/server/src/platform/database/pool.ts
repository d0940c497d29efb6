import pg from 'pg';
import type { CustomTypesConfig, PoolConfig } from 'pg';
import { addressesIn, writableClient } from './several-hosts.ts';
import { endWhenSilent } from './silent-host.ts';
import { watchTimeline } from './timeline.ts';
import { withRetry } from './transact.ts';

export type Pool = pg.Pool;
export type Queryable = Pick<pg.Pool, 'query'>;

/** Where a PostgreSQL is, and as whom. */
export type DatabaseAddress = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString'>;

/** The role of everything but migrations: it may read the ledger and call its functions, and change none of its rows. */
export const applicationRole = 'florin_app';

const int8 = 20;
const int8Array = 1016;
const numeric = 1700;
const numericArray = 1231;

/** bigint and numeric arrive as bigint; the product keeps no fractional numeric. */
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

/** After so long without a word the host of a connection in use is asked whether it is there, and has as long to answer. */
const hostSilentMs = 4_000;

/** The most connections of a server. */
export const usualSize = 16;

type PoolSettings = {
  /** Null: who the address says. */
  readonly role?: string | null;
  readonly size?: number;
  readonly silentMs?: number;
  /** After so long without use a connection is closed; 0: never. */
  readonly idleMs?: number;
  /**
   * What is asked of a client before it has answered is sent at once (pipeline.ts). Owners copy rows in and out instead,
   * which the driver does not do in this mode.
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
    // Waiting longer for a connection than this means the database is not keeping up, or is gone.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: idleMs,
    application_name: 'florin',
    // No timeout for statements here: the full sweep may take minutes. Commands end with their transaction.
    options: role === null ? '-c timezone=UTC' : `-c timezone=UTC -c role=${role}`,
  });
  // A connection that dies, idle or amid a transaction, is replaced at the next use, and whoever waits for it is told by
  // the statement. Without listeners it would end the process; the pool's own listens to idle ones only.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  timeline.of(pool);
  endWhenSilent(pool, silentMs);
  retryStatements(pool);
  return pool;
}

/**
 * A statement asked of the pool itself is a transaction of its own. Where the database asks to run it again nothing of it
 * stands, and it is run again as any other transaction is.
 */
function retryStatements(pool: Pool) {
  const once = pool.query.bind(pool);
  const again = (...asked: unknown[]) => withRetry(async () => Reflect.apply(once, pool, asked));
  Object.assign(pool, { query: again });
}
