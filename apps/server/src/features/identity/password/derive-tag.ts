import { execFile } from 'node:child_process';
import type { Argon2Parameters } from 'node:crypto';
import { once as nextEvent } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { once } from '../../../platform/once.ts';
import { hedged } from './hedged.ts';

/** `idle` runs only when a core has nothing else to do. `low` gets a tenth of a busy core. */
export type Priority = 'idle' | 'low';

/** The worker's file next to this file, as source or compiled. */
const workerUrl = new URL(`tag-thread${path.extname(import.meta.url)}`, import.meta.url);

/** About five times the duration of a hash on an idle core. */
const hedgeDelayMs = 150;

/**
 * Runs argon2id in a worker thread with a low priority. On Node's thread pool, a hash would have the same priority as
 * payments and delay them (decision 41). Starts as many threads as there are parallel calls; the caller limits these.
 */
export async function deriveTag(parameters: Argon2Parameters): Promise<Uint8Array> {
  return (await supportsIdle()) ? onIdleOrLow(parameters) : deriveIn('low', parameters);
}

const onIdleOrLow = hedged({
  first: (parameters: Argon2Parameters) => deriveIn('idle', parameters),
  second: (parameters) => deriveIn('low', parameters),
  delayMs: hedgeDelayMs,
});

const idleWorkers: Record<Priority, Worker[]> = { idle: [], low: [] };

async function deriveIn(priority: Priority, parameters: Argon2Parameters): Promise<Uint8Array> {
  const worker = idleWorkers[priority].pop() ?? new Worker(workerUrl, { workerData: priority });
  worker.ref();
  worker.postMessage(parameters);
  const [tag] = (await nextEvent(worker, 'message')) as [Uint8Array];
  worker.unref();
  idleWorkers[priority].push(worker);
  return tag;
}

/** Checks for idle scheduling (SCHED_IDLE), which only Linux has. Node sets it through util-linux. */
const supportsIdle = once(async () => {
  try {
    await promisify(execFile)('chrt', ['--idle', '0', 'true']);
    return true;
  } catch {
    return false;
  }
});
