import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from './connection.ts';
import { findPostmaster } from './pid-file.ts';

/** Returns the connection to the engine of the server that uses `dataDir`, if it runs. The caller must not stop it. */
export function findRunning(dataDir: string): Connection | undefined {
  const link = path.join(dataDir, 'postgres');
  const found = existsSync(link) ? findPostmaster(realpathSync(link)) : undefined;
  return found && { host: found.socketFolder, port: 5432, user: 'postgres', database: 'florin' };
}
