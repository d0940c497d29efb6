import { spawnSync } from 'node:child_process';
import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Rank } from './derive-tag.ts';

/** How far behind the rest of the server: at 10 it has a tenth of a core that others want, and all of one that nobody does. */
const behind = 10;

// Linux gives each thread a rank of its own; elsewhere it would be that of the whole server.
if (process.platform === 'linux') stepBack(workerData as Rank);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});

function stepBack(rank: Rank) {
  try {
    setPriority(Math.min(getPriority() + behind, constants.priority.PRIORITY_LOW));
  } catch {
    // Where a sandbox does not allow it, hashes take their turn with the rest.
  }
  if (rank === 'last') spawnSync('chrt', ['--idle', '--pid', '0', path.basename(readlinkSync('/proc/thread-self'))]);
}
