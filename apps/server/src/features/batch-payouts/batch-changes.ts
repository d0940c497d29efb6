import type { BatchPayout } from '@florin/contract';
import { endedBatchView, type Viewing } from './batch-view.ts';
import { endedRuns } from './start-store.ts';

/** The end of a run of a batch payout, with the batch right after it. */
export type BatchChange = {
  readonly step: 'finished' | 'stopped';
  readonly batch: BatchPayout;
  readonly at: Date;
};

/** Returns the ends of the runs of an account's batch payouts since a time, oldest first. */
export async function batchChanges(dependencies: Viewing, ownerId: string, since: Date): Promise<BatchChange[]> {
  const changes: BatchChange[] = [];
  for (const run of await endedRuns(dependencies.pool, ownerId, since)) {
    const step = run.state === 'stopped' ? 'stopped' : 'finished';
    changes.push({ step, batch: await endedBatchView(dependencies, run), at: run.ended_at });
  }
  return changes;
}
