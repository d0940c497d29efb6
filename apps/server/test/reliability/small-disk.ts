import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  readonly folder: string;
  /** Writes until nothing more goes on it. */
  readonly fill: () => void;
  readonly makeRoom: () => void;
  readonly grow: (megabytes: number) => void;
  readonly remove: () => void;
};

/** A disk of its own of so many megabytes, in memory. Nothing where file systems may not be mounted. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'florin-disk-'));
  chmodSync(folder, 0o755); // as root the engine runs as another account, which must be able to enter
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

/** Large pieces first, then what still fits. */
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
