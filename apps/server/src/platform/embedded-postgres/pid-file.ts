import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine, isAlive } from './process-table.ts';

/** The postmaster that postmaster.pid names, if that process really is one and serves this folder. */
export function findPostmaster(folder: string): { pid: number; socketFolder: string } | undefined {
  const file = pidFile(folder);
  if (!existsSync(file)) return undefined;
  const [pid, , , , socketFolder] = readFileSync(file, 'utf8').split('\n');
  const found = { pid: Number(pid), socketFolder: socketFolder ?? '' };
  return isPostmasterOf(folder, found.pid) ? found : undefined;
}

/**
 * PostgreSQL refuses to start while the process named in postmaster.pid is alive, even when that number has gone to
 * another program, or to a zombie. Our own number says "stale" to it. The file must stay: its shared memory key keeps
 * a new postmaster from starting beside surviving backends of the old one.
 */
export function neutralizeStalePidFile(folder: string): void {
  const file = pidFile(folder);
  if (!existsSync(file) || findPostmaster(folder) !== undefined) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  // Keeps its owner, and is no link: the folder belongs to the account, and this may be root.
  const open = openSync(file, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    writeFileSync(open, [process.pid, ...rest].join('\n'));
  } finally {
    closeSync(open);
  }
}

function pidFile(folder: string): string {
  return path.join(folder, 'postmaster.pid');
}

function isPostmasterOf(folder: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return false;
  const [program, ...options] = commandLine(pid);
  return program !== undefined && path.basename(program) === 'postgres' && options.includes(folder);
}
