import { spawnSync } from 'node:child_process';
import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Priority } from './derive-tag.ts';

/** The niceness of the thread. At 10 the thread gets a tenth of a busy core, and all of an idle core. */
const niceness = 10;

// Linux has a priority per thread. On other systems this would change the priority of the whole server.
if (process.platform === 'linux') lowerPriority(workerData as Priority);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});

function lowerPriority(priority: Priority) {
  try {
    setPriority(Math.min(getPriority() + niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // Some containers forbid this. Hashes then run at the normal priority.
  }
  if (priority === 'idle')
    spawnSync('chrt', ['--idle', '--pid', '0', path.basename(readlinkSync('/proc/thread-self'))]);
}
