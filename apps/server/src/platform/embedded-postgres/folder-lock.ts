import { closeSync, ftruncateSync, lstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type FolderLock = { release(): void };

// Referenced here because garbage collection of the handle would release the lock.
const held = new Set<DatabaseSync>();

/**
 * Allows one Florin server per data folder. The lock is a kernel file lock, which Node can take only through SQLite.
 * The kernel takes the lock atomically, and releases it when the process ends for any reason. owner.json only names the
 * holder.
 */
export function claimFolder(dataDir: string): FolderLock {
  const ownerFile = path.join(dataDir, 'owner.json');
  let lock: DatabaseSync | undefined;
  try {
    if (lstatSync(path.join(dataDir, 'owner.lock'), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error('owner.lock is a symbolic link');
    // The timeout lets a stopping server finish.
    lock = new DatabaseSync(path.join(dataDir, 'owner.lock'), { timeout: 2_000 });
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock?.close();
    if (!isBusy(error))
      throw new Error(
        `${dataDir} cannot be written by this user, or its disk is full or read-only (${String(error)}). ` +
          `Make it writable, or set FLORIN_DATA_DIR to another folder.`,
        { cause: error },
      );
    throw new Error(
      `${dataDir} is in use by another Florin server${describeOwner(ownerFile)}. ` +
        `Stop that server first, or set FLORIN_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  held.add(lock);
  rmSync(ownerFile, { force: true });
  const owner = openSync(ownerFile, 'wx');
  writeSync(owner, `${JSON.stringify({ pid: process.pid, since: new Date().toISOString() })}\n`);
  return {
    release() {
      if (!held.delete(lock)) return;
      // Truncate the file instead of removing it: the folder belongs to root, and this process may have given up root.
      ftruncateSync(owner);
      closeSync(owner);
      lock.close();
    },
  };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function describeOwner(ownerFile: string): string {
  try {
    const owner: unknown = JSON.parse(readFileSync(ownerFile, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('since' in owner)) return '';
    return ` (process ${String(owner.pid)}, since ${String(owner.since)})`;
  } catch {
    // The holder has the lock but has not written owner.json yet.
    return '';
  }
}
