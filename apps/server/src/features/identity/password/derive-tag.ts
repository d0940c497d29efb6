import { execFile } from 'node:child_process';
import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { madeOnce } from '../../../platform/made-once.ts';
import { withPatience } from './with-patience.ts';

/** `last` has a core that has nothing else to do, and no other; `behind` has a tenth of one that others want. */
export type Rank = 'last' | 'behind';

/** Beside this file, as it is written and as it was built. */
const thread = new URL(`tag-thread${path.extname(import.meta.url)}`, import.meta.url);

/** Some five times what a hash takes on a core of its own. */
const patienceMs = 150;

/**
 * argon2id in a thread that runs when nothing else wants its core: on the thread pool it would have the priority of
 * payments, which then wait for it (decision 41). As many threads as are asked for at once; whoever asks bounds that.
 */
export async function deriveTag(parameters: Argon2Parameters): Promise<Uint8Array> {
  return (await canBeLast()) ? inAnyRank(parameters) : deriveIn('behind', parameters);
}

const inAnyRank = withPatience({
  first: (parameters: Argon2Parameters) => deriveIn('last', parameters),
  second: (parameters) => deriveIn('behind', parameters),
  patienceMs,
});

const idle: Record<Rank, Worker[]> = { last: [], behind: [] };

async function deriveIn(rank: Rank, parameters: Argon2Parameters): Promise<Uint8Array> {
  const worker = idle[rank].pop() ?? new Worker(thread, { workerData: rank });
  worker.ref();
  worker.postMessage(parameters);
  const [tag] = (await once(worker, 'message')) as [Uint8Array];
  worker.unref();
  idle[rank].push(worker);
  return tag;
}

/** Only Linux has that rank (SCHED_IDLE), and Node leaves it to util-linux to ask for it. */
const canBeLast = madeOnce(async () => {
  try {
    await promisify(execFile)('chrt', ['--idle', '0', 'true']);
    return true;
  } catch {
    return false;
  }
});
