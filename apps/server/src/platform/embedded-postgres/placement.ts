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

/** Where things go that another account must reach; only root can write there, so nobody can plant anything. */
export const SHARED_ROOT = '/var/lib/florin';

type Placement = {
  dataDir: string;
  account: Account | undefined;
  mayPlaceElsewhere: boolean;
  log: (line: string) => void;
};

/** Answers the real path of the cluster's folder, which need not exist yet. */
export async function placeCluster({ dataDir, account, mayPlaceElsewhere, log }: Placement): Promise<string> {
  const wanted = path.join(dataDir, 'postgres');
  if (account === undefined) return path.join(realpathSync(dataDir), 'postgres');
  if (isLink(wanted)) {
    const elsewhere = readlinkSync(wanted);
    openSharedRoot();
    log(`The database of ${dataDir} is in ${elsewhere}`);
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
  log(`${account.name} cannot enter ${dataDir}, so the database goes to ${elsewhere}`);
  return elsewhere;
}

function isLink(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Others may pass through the data folder, not list it; everything in it keeps its own permissions. */
function allowPassage(dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011);
}

export function openSharedRoot(): void {
  mkdirSync(SHARED_ROOT, { recursive: true });
  chmodSync(SHARED_ROOT, 0o755);
}
