import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  readonly folder: string;
  /** Writes until the disk is full. */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  readonly grow: (megabytes: number) => void;
  readonly remove: () => void;
};

/** Mounts a separate disk of this size in memory. Returns undefined if mounting is not permitted. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-disk-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs as another account, which needs access
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    fill: () => fillUp(ballast),
    makeRoom: () => rmSync(ballast),
    grow: (more) => execFileSync('mount', ['-o', `remount,size=${more}m`, folder]),
    remove: () => {
      execFileSync('umount', [folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Fills the disk with large pieces first, then with small ones. */
function fillUp(file: string) {
  const open = openSync(file, 'w');
  for (const bytes of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(bytes);
    try {
      while (writeSync(open, piece) === bytes);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  closeSync(open);
}
