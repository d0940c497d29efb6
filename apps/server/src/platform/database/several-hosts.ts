import { callbackify } from 'node:util';
import pg from 'pg';

/** postgres://user:password@one:5432,two:5432/florin, as libpq writes it: one address per host, and all else the same. */
export function addressesIn(connectionString: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(connectionString) ?? [];
  if (before === undefined || hosts === undefined) return [connectionString];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** What PostgreSQL itself says where somebody tries to write to a standby: read_only_sql_transaction. */
class StandbyAnswered extends Error {
  readonly code = '25006';
}

/** Which of the hosts was found to take writes: what one pool finds, the process's others need not look for. */
const found = new Map<string, number>();

/**
 * A client for pools that connects to whichever of the hosts takes writes: what libpq calls
 * target_session_attrs=read-write, and the driver does not have. It stays with a host for as long as that answers; a
 * connection that fails is the cause to try the next one the next time.
 */
export function writableClient(addresses: readonly string[]) {
  const among = addresses.join();
  const current = () => found.get(among) ?? 0;
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
        throw new StandbyAnswered('this host is a standby: it takes no writes');
      } catch (error) {
        if (current() === this.#tried) found.set(among, (current() + 1) % addresses.length);
        throw error;
      }
    }
  };
}
