import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A zombie, which a container without an init keeps for ever, counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/** Empty when there is no such process. */
export function commandLine(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ');
  } catch {
    return [];
  }
}

function stateOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    // The name in parentheses before it may hold anything.
    return /.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return 'Z';
  }
}
