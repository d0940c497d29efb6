import { setTimeout as sleep } from 'node:timers/promises';

type Hedge<Task, Result> = {
  /** May never finish. */
  readonly first: (task: Task) => Promise<Result>;
  /** Starts the task again if `first` is late. */
  readonly second: (task: Task) => Promise<Result>;
  readonly delayMs: number;
};

/**
 * Runs a task the first way. If the task takes too long, also runs it the second way and returns the earlier result.
 * While a late task is still running, new tasks use the second way immediately.
 */
export function hedged<Task, Result extends object>({ first, second, delayMs }: Hedge<Task, Result>) {
  let late = 0;

  const trackLate = async (work: Promise<Result>) => {
    late += 1;
    await Promise.allSettled([work]);
    late -= 1;
  };

  return async (task: Task): Promise<Result> => {
    if (late > 0) return second(task);
    const work = first(task);
    const result = await Promise.race([work, sleep(delayMs, undefined, { ref: false })]);
    if (result) return result;
    void trackLate(work);
    return Promise.race([work, second(task)]);
  };
}
