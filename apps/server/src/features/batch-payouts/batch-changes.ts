import type { BatchPayout } from '@florin/contract';
import { endedBatches } from './batch-store.ts';
import { batchView, type Viewing } from './batch-view.ts';

/** The end of a run of a batch payout, with the batch right after it. */
export type BatchChange = {
  readonly step: 'finished' | 'stopped';
  readonly batch: BatchPayout;
  readonly at: Date;
};

/**
 * Returns the ends of an account's batch payouts since a time, oldest first. A retry that has begun hides the end before
 * it.
 */
export async function batchChanges(dependencies: Viewing, ownerId: string, since: Date): Promise<BatchChange[]> {
  const changes: BatchChange[] = [];
  for (const stored of await endedBatches(dependencies.pool, ownerId, since)) {
    const step = stored.state === 'stopped' ? 'stopped' : 'finished';
    if (stored.ended_at) changes.push({ step, batch: await batchView(dependencies, stored), at: stored.ended_at });
  }
  return changes;
}
