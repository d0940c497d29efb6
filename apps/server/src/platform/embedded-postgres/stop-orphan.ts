import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { claimFolder } from './folder-lock.ts';
import { findPostmaster } from './pid-file.ts';
import { goneOf, stopPostmaster } from './postmaster.ts';
import { removeSocketFolder } from './socket-folder.ts';

// The launcher runs this after the server was killed: it stops the engine that the server left running.
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Usage: node stop-orphan.ts <data folder>');
const link = path.join(dataDir, 'postgres');
if (existsSync(link)) {
  const lock = claimFolder(dataDir);
  const found = findPostmaster(realpathSync(link));
  if (found !== undefined) {
    await stopPostmaster({ pid: found.pid, exited: goneOf(found.pid) });
    await removeSocketFolder(found.socketFolder);
  }
  lock.release();
}
