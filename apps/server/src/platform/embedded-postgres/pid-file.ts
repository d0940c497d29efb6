import { closeSync, constants, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLine, isAlive } from './process-table.ts';

/** Returns the process that postmaster.pid names, if it is a postmaster of this folder. */
export function findPostmaster(folder: string): { pid: number; socketFolder: string } | undefined {
  const file = pidFile(folder);
  if (!existsSync(file)) return undefined;
  const [pid, , , , socketFolder] = readFileSync(file, 'utf8').split('\n');
  const found = { pid: Number(pid), socketFolder: socketFolder ?? '' };
  return isPostmasterOf(folder, found.pid) ? found : undefined;
}

/**
 * Replaces a stale process id in postmaster.pid with our own, which PostgreSQL ignores. Otherwise PostgreSQL refuses to
 * start while any process has that id, even another program or a zombie. The file must stay: its shared memory key
 * prevents a new postmaster from starting while backends of the old one still run.
 */
export function neutralizeStalePidFile(folder: string): void {
  const file = pidFile(folder);
  if (!existsSync(file) || findPostmaster(folder) !== undefined) return;
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  // Keeps the file's owner, and never follows a link: this may be root, and the account can write to the folder.
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
