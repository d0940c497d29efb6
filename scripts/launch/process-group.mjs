import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** For `spawn`: a group of its own, that can be ended with all it has started. It may not read from the terminal. */
export const IN_A_GROUP = { detached: true, stdio: ['ignore', 'inherit', 'inherit'] };

/** Asks all of them to end, waits until they have, and ends by force what has not after ten seconds. */
export async function endGroup(child) {
  signalGroup(child, 'SIGTERM');
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && signalGroup(child, 0)) await sleep(250);
  signalGroup(child, 'SIGKILL');
}

/** Whether anybody was there to hear it. */
export function signalGroup({ pid }, signal) {
  try {
    return pid !== undefined && process.kill(-pid, signal);
  } catch {
    return false;
  }
}
