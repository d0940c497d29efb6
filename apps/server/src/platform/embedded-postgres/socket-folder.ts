import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isReachable } from './access.ts';
import type { Account } from './account.ts';

// The limit of macOS. The limit of Linux is 107.
const MAX_SOCKET_PATH = 103;
const SOCKET_NAME = '.s.PGSQL.5432.lock';

/**
 * Returns the folder of the socket, the only way to connect to the database. The folder's mode 0700 admits only
 * PostgreSQL's account and root. The folder is outside the data folder because a socket's path must be short.
 */
export function chooseSocketFolder(clusterFolder: string, account: Account | undefined): string {
  const name = `florin-${createHash('sha256').update(clusterFolder).digest('hex').slice(0, 12)}`;
  return path.join(shortTemporaryFolder(name, account), name);
}

export function prepareSocketFolder(folder: string, account: Account | undefined): void {
  const uid = account?.uid ?? process.getuid?.() ?? -1;
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if (!existsAsFolder(folder)) throw error;
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of PostgreSQL's account. Remove it and start again.`);
  }
}

export async function removeSocketFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function existsAsFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function shortTemporaryFolder(name: string, account: Account | undefined): string {
  const preferred = os.tmpdir();
  const fits = path.join(preferred, name, SOCKET_NAME).length <= MAX_SOCKET_PATH;
  return fits && (account === undefined || isReachable(preferred, account)) ? preferred : '/tmp';
}
