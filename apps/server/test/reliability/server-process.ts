import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Client } from '@florin/contract';
import type { DatabaseAddress } from '../../src/platform/database/pool.ts';
import { freePort } from '../free-port.ts';
import { serverProgram } from '../server-program.ts';
import { testMasterKey } from '../test-app.ts';
import { urlOf } from '../test-database.ts';

/** The real server as a separate process, on a database that outlives the process. */
export type ServerProcess = {
  readonly origin: string;
  readonly pid: number;
  readonly clientOf: (token: string | null) => Client;
  /** Milliseconds from the spawn to the first ready answer. */
  readonly readyAfterMs: number;
  /** Sends kill -9 and waits for the exit. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts the server. `env` adds settings, for example the `PORT` of a restarted node. */
export async function startServerProcess(
  address: DatabaseAddress,
  env: Readonly<Record<string, string>> = {},
  program = serverProgram,
): Promise<ServerProcess> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const origin = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: urlOf(address),
      FLORIN_SEED: 'off',
      FLORIN_RATE_LIMITS: 'off',
      FLORIN_PASSWORD_COST: 'least',
      FLORIN_PAST_PRICES: 'off',
      FLORIN_MASTER_KEY: testMasterKey.toString('base64'),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(origin, child).catch(async (error: unknown) => {
    await end(child, 'SIGKILL');
    throw error;
  });
  return {
    origin,
    pid: child.pid ?? 0,
    clientOf: (token) => createClient({ origin, fetch, token: () => token }),
    readyAfterMs: performance.now() - begun,
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function untilReady(origin: string, child: ChildProcess) {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(20);
  }
  throw new Error('the server was not ready within a minute');
}
