import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns a function that checks whether this process does other work while the caller waits for a few milliseconds.
 *
 * @param lookMs how long the check waits
 * @param share the process is busy above this share of that time, from 0 to 1
 */
export const busyMeanwhile =
  ({ lookMs = 5, share = 0.25 } = {}) =>
  async (): Promise<boolean> => {
    const before = performance.eventLoopUtilization();
    await sleep(lookMs);
    return performance.eventLoopUtilization(before).utilization > share;
  };
const isBusyMeanwhile = busyMeanwhile();

/** With this number of requests in progress, the machine is busy even while this process waits for the database. */
const manyRequests = 8;

/**
 * Returns a check for work with several parallel parts, which keeps the process busy itself. So the check counts only
 * requests in progress.
 */
export const busyWithRequests = (requestsInFlight: () => number) => async (): Promise<boolean> => {
  const requests = requestsInFlight();
  return requests >= manyRequests || (requests > 0 && (await isBusyMeanwhile()));
};

/** Waits before a slice of a large work. */
export type Pace = (amount: number) => Promise<void>;

type Clock = { readonly now: () => number; readonly sleep: (ms: number) => Promise<unknown> };

type Options = {
  /** The amount of work between two waits. Default: each slice waits. */
  readonly burst?: number;
  readonly clock?: Clock;
};

/**
 * Returns a function to call before each slice of a large work. While the process is busy with members' requests, it
 * keeps the work at `perSecond`. Otherwise, and before the first slice, the function does not wait.
 */
export function pace(
  perSecond: number,
  isBusy: () => Promise<boolean> = isBusyMeanwhile,
  { burst = 0, clock = { now: () => performance.now(), sleep } }: Options = {},
): Pace {
  const [msOf, burstMs] = [(amount: number) => (amount / perSecond) * 1_000, (burst / perSecond) * 1_000];
  let due = -Infinity;
  return async (amount) => {
    if (due - clock.now() > burstMs) {
      if (await isBusy()) await clock.sleep(Math.max(due - clock.now(), 0));
      // Work that was done while the process was not busy does not have to be made up for.
      else due = clock.now();
    }
    due = Math.max(due, clock.now()) + msOf(amount);
  };
}
