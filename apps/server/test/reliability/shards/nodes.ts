import { urlOf } from '../../test-database.ts';
import { startServerProcess, type ServerProcess } from '../server-process.ts';
import type { LedgerEngine } from './ledger-engines.ts';

/** A server process on all ledgers, which is restarted under the same address after each kill. */
export type Node = {
  readonly origin: string;
  /** Resolves once the next process is ready. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startNode([main, ...others]: readonly LedgerEngine[]): Promise<Node> {
  if (!main) throw new Error('there is no main ledger');
  const env = { FLORIN_LEDGERS: others.map(({ address }) => urlOf(address)).join(',') };
  let server = await startServerProcess(main.address, env);
  const { origin } = server;
  return {
    origin,
    kill: async () => {
      await server.kill();
      server = await untilStarted(() => startServerProcess(main.address, { ...env, PORT: new URL(origin).port }));
    },
    stop: () => server.stop(),
  };
}

/** A server that starts while a database is down ends with an error, and a process manager starts it again. */
async function untilStarted(start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start();
    } catch (error) {
      if (attempt === 60) throw error;
    }
  }
}
