import { callbackify } from 'node:util';
import pg from 'pg';
import { sqlState } from './transact.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** Splits a connection string with several hosts, such as postgres://a@one:5432,two:5432/florin, into one per host. */
export function addressesIn(connectionString: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(connectionString) ?? [];
  if (before === undefined || hosts === undefined) return [connectionString];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Has PostgreSQL's code for a write to a standby: read_only_sql_transaction. */
class StandbyAnswered extends Error {
  readonly code = '25006';
}

/** The index of the writable host per list of hosts. All pools of the process share it, even with different logins. */
const writableHosts = new Map<string, number>();

/**
 * Makes a pool try its other hosts before a connection fails, because a host may be down or a standby. Does not repeat
 * a timeout, which may also mean that all connections are in use.
 */
export function tryAllHosts(pool: pg.Pool, hosts: number): void {
  const connectOnce: () => Promise<pg.PoolClient> = pool.connect.bind(pool);
  const connect = async () => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await connectOnce();
      } catch (error) {
        if (attempt === hosts || sqlState(error) === undefined || !isDatabaseUnavailable(error)) throw error;
      }
    }
  };
  Object.assign(pool, {
    connect: (callback?: (error: Error | null, client: pg.PoolClient) => void) =>
      callback ? callbackify(connect)(callback) : connect(),
  });
}

/**
 * Returns a client class that connects to the writable host, like libpq's target_session_attrs=read-write, which the
 * driver lacks. The class keeps using one host while that host accepts connections. After a failure, the next attempt
 * uses the next host.
 */
export function writableClient(addresses: readonly string[]) {
  const hostList = addresses.map((address) => URL.parse(address)?.host ?? address).join();
  const current = () => writableHosts.get(hostList) ?? 0;
  return class WritableClient extends pg.Client {
    readonly #tried = current();

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[current()] });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: (error: never, client: never) => void): Promise<pg.Client> | void {
      if (!callback) return this.#connectToWritable();
      callbackify(() => this.#connectToWritable())(callback as (error: Error | null, client: pg.Client) => void);
    }

    async #connectToWritable(): Promise<pg.Client> {
      try {
        await super.connect();
        const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
        if (rows[0]?.standby === false) return this;
        await this.end();
        throw new StandbyAnswered('this host is a read-only standby');
      } catch (error) {
        if (current() === this.#tried) writableHosts.set(hostList, (current() + 1) % addresses.length);
        throw error;
      }
    }
  };
}
