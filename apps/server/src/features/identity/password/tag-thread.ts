import { argon2Sync, type Argon2Parameters } from 'node:crypto';
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** How far behind the rest of the server: at 10 it has a tenth of a core that others want, and all of one that nobody does. */
const behind = 10;

// Linux gives each thread a priority of its own; elsewhere it would be that of the whole server.
if (process.platform === 'linux') stepBack();

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});

function stepBack() {
  try {
    setPriority(Math.min(getPriority() + behind, constants.priority.PRIORITY_LOW));
  } catch {
    // Where a sandbox does not allow it, hashes take their turn with the rest.
  }
}
