import { setTimeout as sleep } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 10_000;

/**
 * Options for `spawn`: a separate process group, which can be ended with all its children. The group cannot read from
 * the terminal.
 */
export const IN_A_GROUP = { detached: true, stdio: ['ignore', 'inherit', 'inherit'] };

/** Sends SIGTERM to the group, waits up to ten seconds, then sends SIGKILL. */
export async function endGroup(child) {
  signalGroup(child, 'SIGTERM');
  const until = Date.now() + STOP_TIMEOUT_MS;
  while (Date.now() < until && signalGroup(child, 0)) await sleep(250);
  signalGroup(child, 'SIGKILL');
}

/** Returns whether the group still had a process. */
export function signalGroup({ pid }, signal) {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
