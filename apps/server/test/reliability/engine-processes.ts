import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Every process of the embedded engine in that data folder stands still until it is let go on. */
export function holdEngine(dataDir: string): { letGo: () => void } {
  const [postmaster = ''] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const tell = (signal: 'SIGSTOP' | 'SIGCONT', pids: readonly string[]) => {
    for (const pid of pids.map(Number)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A backend may have ended since.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  };
  // The postmaster first: it starts no further process that would go on.
  tell('SIGSTOP', [postmaster]);
  const children = execFileSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).trim().split('\n');
  tell('SIGSTOP', children);
  return { letGo: () => tell('SIGCONT', [postmaster, ...children]) };
}

/** Megabytes of memory that a process has, or nothing where /proc is not. */
export const residentMb = (pid: number) => megabytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);

/** The same, but of what processes share its part only: such processes can be added up. */
export const ownShareMb = (pid: number) => megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);

function megabytesIn(file: string, line: RegExp): number {
  try {
    const [, kilobytes = '0'] = line.exec(readFileSync(file, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1_024);
  } catch {
    return 0;
  }
}
