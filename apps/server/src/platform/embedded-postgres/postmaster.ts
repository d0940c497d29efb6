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

/** A running postmaster that this process started or adopted. */
export type Engine = { pid: number; exited: Promise<string> };

type Launch = {
  folder: string;
  binaries: Binaries;
  account: Account | undefined;
  connection: Connection;
  log: (line: string) => void;
  /** Called when the postmaster runs, but does not answer yet. */
  onLaunch: (() => void) | undefined;
};

/** Starts the postmaster and waits until it answers. On failure, throws an error with PostgreSQL's last log messages. */
export async function launchPostmaster({
  folder,
  binaries,
  account,
  connection,
  log,
  onLaunch,
}: Launch): Promise<Engine> {
  neutralizeStalePidFile(folder);
  const startupLog = path.join(folder, 'startup.log');
  // A file, not a pipe, because the engine may outlive this process. A new file, so that root never follows a link.
  rmSync(startupLog, { force: true });
  const output = openSync(startupLog, 'wx', 0o600);
  const child = spawn(binaries.postgres, ['-D', folder], {
    ...spawnAs(account),
    cwd: '/',
    stdio: ['ignore', output, output],
    // Ctrl-C in a terminal signals the whole process group, but the database must stop after the server.
    detached: true,
  });
  closeSync(output);
  onLaunch?.();
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

/** Waits without a time limit, because recovery after a crash may take long. Ends early if the engine exits. */
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
      log(`Waiting for PostgreSQL to recover (${Math.round((announced - began) / 1_000)} s).`);
    }
  }
}

type Orphan = { folder: string; connection: Connection; mayAdopt: boolean; log: (line: string) => void };

/**
 * Handles a postmaster that a killed server left running. This process holds the folder lock, so no other server uses the
 * postmaster. Adopts it if its settings are current, and stops it otherwise.
 */
export async function adoptOrStop({ folder, connection, mayAdopt, log }: Orphan): Promise<Engine | undefined> {
  const found = findPostmaster(folder);
  if (found === undefined) return undefined;
  if (mayAdopt && found.socketFolder === connection.host && (await answers(connection))) {
    log(`Adopting PostgreSQL (process ${found.pid}), which an earlier server left running.`);
    return { pid: found.pid, exited: goneOf(found.pid) };
  }
  log(`Stopping PostgreSQL (process ${found.pid}), which an earlier server left running.`);
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

/**
 * Tries a fast shutdown, then a shutdown without a checkpoint, then SIGKILL. Each of these ways keeps all committed
 * transactions.
 */
export async function stopPostmaster(engine: Engine): Promise<void> {
  const steps = [
    { signal: 'SIGINT', timeoutMs: 30_000 },
    { signal: 'SIGQUIT', timeoutMs: 10_000 },
    { signal: 'SIGKILL', timeoutMs: 10_000 },
  ] as const;
  for (const { signal, timeoutMs } of steps) {
    if (!isAlive(engine.pid)) return;
    process.kill(engine.pid, signal);
    const abort = new AbortController();
    const exit = await Promise.race([
      engine.exited,
      sleep(timeoutMs, undefined, { signal: abort.signal }).catch(() => undefined),
    ]);
    abort.abort();
    if (exit !== undefined) return;
  }
}
