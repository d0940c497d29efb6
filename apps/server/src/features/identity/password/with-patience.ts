import { setTimeout as after } from 'node:timers/promises';

type Ways<Task, Result> = {
  /** May take for ever. */
  readonly first: (task: Task) => Promise<Result>;
  /** What `first` has not done in time is begun anew here. */
  readonly second: (task: Task) => Promise<Result>;
  readonly patienceMs: number;
};

/**
 * Does a task the first way, and where that takes too long the second as well: what is done earlier counts. Until the
 * first has caught up, whatever comes goes the second way at once.
 */
export function withPatience<Task, Result extends object>({ first, second, patienceMs }: Ways<Task, Result>) {
  let late = 0;

  const catchUp = async (work: Promise<Result>) => {
    late += 1;
    await Promise.allSettled([work]);
    late -= 1;
  };

  return async (task: Task): Promise<Result> => {
    if (late > 0) return second(task);
    const work = first(task);
    const inTime = await Promise.race([work, after(patienceMs, undefined, { ref: false })]);
    if (inTime) return inTime;
    void catchUp(work);
    return Promise.race([work, second(task)]);
  };
}
