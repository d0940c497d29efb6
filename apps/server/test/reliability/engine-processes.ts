import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Stops every process of the embedded PostgreSQL in this data folder until `letGo` is called. */
export function holdEngine(dataDir: string): { letGo: () => void } {
  const [postmaster = ''] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const sendSignal = (signal: 'SIGSTOP' | 'SIGCONT', pids: readonly string[]) => {
    for (const pid of pids.map(Number)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // The backend may have ended in the meantime.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    }
  };
  // The postmaster first, so that it starts no further process.
  sendSignal('SIGSTOP', [postmaster]);
  const children = execFileSync('pgrep', ['-P', postmaster], { encoding: 'utf8' }).trim().split('\n');
  sendSignal('SIGSTOP', children);
  return { letGo: () => sendSignal('SIGCONT', [postmaster, ...children]) };
}

/** Returns a process's resident memory in megabytes, or 0 without /proc. */
export const residentMb = (pid: number) => megabytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m);

/** Returns the proportional memory (PSS) of a process in megabytes, which can be added up over processes. */
export const ownShareMb = (pid: number) => megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);

function megabytesIn(file: string, line: RegExp): number {
  try {
    const [, kilobytes = '0'] = line.exec(readFileSync(file, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1_024);
  } catch {
    return 0;
  }
}
