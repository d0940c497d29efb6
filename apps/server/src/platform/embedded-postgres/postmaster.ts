import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, spawnAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Connection, probe } from './connection.ts';
import { findPostmaster, neutralizeStalePidFile } from './pid-file.ts';
import { isAlive } from './process-table.ts';
import { engineSentence } from './start-sentences.ts';

/** A running postmaster: one we started, or one we took over. */
export type Engine = { pid: number; exited: Promise<string> };

type Launch = {
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  connection: Connection;
  log: (line: string) => void;
};

/** Starts the postmaster and waits until it answers. Throws with its own last words when it does not come up. */
export async function launchPostmaster({ folder, binaries, account, connection, log }: Launch): Promise<Engine> {
  neutralizeStalePidFile(folder);
  const startupLog = path.join(folder, 'startup.log');
  // A file, not a pipe: the engine may outlive this process. Created again, so that root follows no link.
  rmSync(startupLog, { force: true });
  const output = openSync(startupLog, 'wx', 0o600);
  const child = spawn(binaries.postgres, ['-D', folder], {
    ...spawnAs(account),
    cwd: '/',
    stdio: ['ignore', output, output],
    // Ctrl-C in a terminal goes to its whole process group; the database must not stop before the server has.
    detached: true,
  });
  closeSync(output);
  const exited = exitOf(child);
  const ready = await waitUntilReady(connection, exited, log);
  if (ready !== true || child.pid === undefined) {
    throw new Error(engineSentence('start', folder, readFileSync(startupLog, 'utf8')));
  }
  return { pid: child.pid, exited };
}

async function exitOf(child: ChildProcess): Promise<string> {
  try {
    await once(child, 'exit');
    return child.signalCode ?? `exit code ${child.exitCode}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** After a crash the log is replayed first, which takes as long as it takes; only an exit ends the wait. */
async function waitUntilReady(
  connection: Connection,
  exited: Promise<string>,
  log: (line: string) => void,
): Promise<true | string> {
  const began = Date.now();
  let announced = began;
  for (;;) {
    const exit = await Promise.race([exited, sleep(20)]);
    if (typeof exit === 'string') return exit;
    try {
      await probe(connection);
      return true;
    } catch {
      // Not ready yet.
    }
    if (Date.now() - announced > 5_000) {
      announced = Date.now();
      log(`Waiting for PostgreSQL to recover (${Math.round((announced - began) / 1_000)} s)`);
    }
  }
}

type Orphan = { folder: string; connection: Connection; mayAdopt: boolean; log: (line: string) => void };

/**
 * A server that was killed leaves its postmaster running. The folder's lock is ours, so that one is nobody's: take it
 * over if it runs with our settings, else stop it.
 */
export async function adoptOrStop({ folder, connection, mayAdopt, log }: Orphan): Promise<Engine | undefined> {
  const found = findPostmaster(folder);
  if (found === undefined) return undefined;
  if (mayAdopt && found.socketFolder === connection.host && (await answers(connection))) {
    log(`Taking over PostgreSQL (process ${found.pid}), which an earlier server left running`);
    return { pid: found.pid, exited: goneOf(found.pid) };
  }
  log(`Stopping PostgreSQL (process ${found.pid}), which an earlier server left running`);
  await stopPostmaster({ pid: found.pid, exited: goneOf(found.pid) });
  return undefined;
}

async function answers(connection: Connection): Promise<boolean> {
  try {
    await probe(connection);
    return true;
  } catch {
    return false;
  }
}

export async function goneOf(pid: number): Promise<string> {
  while (isAlive(pid)) await sleep(50, undefined, { ref: false });
  return 'gone';
}

/** Fast shutdown, then without a checkpoint, then by force; each keeps every committed payment. */
export async function stopPostmaster(engine: Engine): Promise<void> {
  const steps = [
    { signal: 'SIGINT', patienceMs: 30_000 },
    { signal: 'SIGQUIT', patienceMs: 10_000 },
    { signal: 'SIGKILL', patienceMs: 10_000 },
  ] as const;
  for (const { signal, patienceMs } of steps) {
    if (!isAlive(engine.pid)) return;
    process.kill(engine.pid, signal);
    const abort = new AbortController();
    const exit = await Promise.race([
      engine.exited,
      sleep(patienceMs, undefined, { signal: abort.signal }).catch(() => undefined),
    ]);
    abort.abort();
    if (exit !== undefined) return;
  }
}
