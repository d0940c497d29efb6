import type { Argon2Parameters } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Beside this file, as it is written and as it was built. */
const thread = new URL(`tag-thread${path.extname(import.meta.url)}`, import.meta.url);

const idle: Worker[] = [];

/**
 * argon2id in a thread that runs behind everything else: on the thread pool it would have the priority of payments, which
 * then wait for its core (decision 41). As many threads as are asked for at once; whoever asks bounds that.
 */
export async function deriveTag(parameters: Argon2Parameters): Promise<Uint8Array> {
  const worker = idle.pop() ?? new Worker(thread);
  worker.ref();
  worker.postMessage(parameters);
  const [tag] = (await once(worker, 'message')) as [Uint8Array];
  worker.unref();
  idle.push(worker);
  return tag;
}
