import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from './connection.ts';
import { findPostmaster } from './pid-file.ts';

/** Where the engine of a running server is reached, if `dataDir` has one. It is the server's: not to be stopped. */
export function findRunning(dataDir: string): Connection | undefined {
  const link = path.join(dataDir, 'postgres');
  const found = existsSync(link) ? findPostmaster(realpathSync(link)) : undefined;
  return found && { host: found.socketFolder, port: 5432, user: 'postgres', database: 'florin' };
}
