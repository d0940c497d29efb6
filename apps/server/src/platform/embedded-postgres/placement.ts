import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { isReachable } from './access.ts';
import type { Account } from './account.ts';

/**
 * The folder for files that another account must reach. Only root can write to this folder, so no other user can plant
 * files.
 */
export const SHARED_ROOT = '/var/lib/florin';

type Placement = {
  dataDir: string;
  account: Account | undefined;
  mayPlaceElsewhere: boolean;
  log: (line: string) => void;
};

/** Returns the real path of the cluster's folder, which may not exist yet. */
export async function placeCluster({ dataDir, account, mayPlaceElsewhere, log }: Placement): Promise<string> {
  const wanted = path.join(dataDir, 'postgres');
  if (account === undefined) return path.join(realpathSync(dataDir), 'postgres');
  if (isLink(wanted)) {
    const elsewhere = readlinkSync(wanted);
    openSharedRoot();
    log(`The database of ${dataDir} is in ${elsewhere}.`);
    return elsewhere;
  }
  allowPassage(dataDir);
  if (isReachable(dataDir, account)) return path.join(realpathSync(dataDir), 'postgres');

  if (!mayPlaceElsewhere || existsSync(wanted)) {
    throw new Error(
      `PostgreSQL runs as ${account.name} because it refuses to run as root, and ${account.name} cannot enter ${dataDir}: ` +
        `a folder above it is private. Set FLORIN_DATA_DIR to a folder below /var/lib or /srv, or start Florin as an ordinary user.`,
    );
  }
  openSharedRoot();
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
  const elsewhere = path.join(SHARED_ROOT, `data-${name}`);
  symlinkSync(elsewhere, wanted);
  log(`${account.name} cannot enter ${dataDir}, so the database is created in ${elsewhere}.`);
  return elsewhere;
}

function isLink(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Lets other users enter the data folder, but not list it. The files in the folder keep their permissions. */
function allowPassage(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

export function openSharedRoot(): void {
  mkdirSync(SHARED_ROOT, { recursive: true });
  chmodSync(SHARED_ROOT, 0o755);
}
