import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough to see whether requests keep the process busy, and short for work without competition. */
const lookMs = 5;
const busyShare = 0.25;

/** Returns whether this process is mostly busy with something else, while the caller waits. */
async function isBusyMeanwhile(): Promise<boolean> {
  const before = performance.eventLoopUtilization();
  await sleep(lookMs);
  return performance.eventLoopUtilization(before).utilization > busyShare;
}

/**
 * Returns a function to call before each slice of a large work. While the process is busy with members' requests, it
 * waits as long as keeps the work at `perSecond`; otherwise the work goes on at once. The first slice never waits.
 */
export function pace(perSecond: number, isBusy: () => Promise<boolean> = isBusyMeanwhile) {
  let due = -Infinity;
  return async (amount: number): Promise<void> => {
    if (performance.now() < due && (await isBusy())) await sleep(Math.max(due - performance.now(), 0));
    due = Math.max(due, performance.now()) + (amount / perSecond) * 1_000;
  };
}
