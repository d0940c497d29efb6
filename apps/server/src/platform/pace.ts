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

/** So many requests at once keep the machine busy, also while this process waits for the database. */
const manyRequests = 8;

/**
 * Returns a check for work of which several parts run at once, so that the process is busy with it, too. Only requests in
 * progress hold such work back.
 */
export const busyWithRequests = (requestsInFlight: () => number) => async (): Promise<boolean> => {
  const requests = requestsInFlight();
  return requests >= manyRequests || (requests > 0 && (await isBusyMeanwhile()));
};

/** Waits before a slice of a large work. */
export type Pace = (amount: number) => Promise<void>;

type Clock = { readonly now: () => number; readonly sleep: (ms: number) => Promise<unknown> };

/**
 * Returns a function to call before each slice of a large work. While the process is busy with members' requests, it
 * waits as long as keeps the work at `perSecond`, and no longer; otherwise the work goes on at once. The first slice never
 * waits.
 */
export function pace(
  perSecond: number,
  isBusy: () => Promise<boolean> = isBusyMeanwhile,
  clock: Clock = { now: () => performance.now(), sleep },
): Pace {
  let due = -Infinity;
  return async (amount) => {
    const isHeldBack = clock.now() < due && (await isBusy());
    // What was done while the process was not busy delays nothing later.
    if (isHeldBack) await clock.sleep(Math.max(due - clock.now(), 0));
    else due = clock.now();
    due = Math.max(due, clock.now()) + (amount / perSecond) * 1_000;
  };
}
