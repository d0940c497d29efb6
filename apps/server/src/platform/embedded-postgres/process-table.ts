import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Is the process running? A zombie counts as ended, because a container without an init process never removes it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/** Returns the program and its arguments, or an empty list if the process does not exist. */
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
    // Skips the process name in parentheses, which may contain any character.
    return /.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
  } catch {
    return 'Z';
  }
}
