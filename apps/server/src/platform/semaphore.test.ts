import { describe, expect, test } from 'vitest';
import { semaphore } from './semaphore.ts';

const bounds = { maxRunning: 2, maxWaiting: 3, sentence: 'Too many. Please wait.', retryAfterSeconds: 7 };

/** Work that ends on demand and records the largest number of concurrent runs. */
function countedWork() {
  let [running, maxRunning] = [0, 0];
  const ends: (() => void)[] = [];
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, endOne: () => ends.shift()?.(), maxRunning: () => maxRunning };
}

/** Resolves after all pending promise callbacks have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('semaphore', () => {
  test('a semaphore runs two tasks at once, runs the other tasks in order, and rejects a task when the queue is full', async () => {
    const runQueued = semaphore(bounds);
    const { work, endOne, maxRunning } = countedWork();
    const done: number[] = [];
    const all = [1, 2, 3, 4, 5].map(async (nth) => {
      await runQueued(work);
      done.push(nth);
    });
    await expect(runQueued(work)).rejects.toMatchObject({
      code: 'busy',
      message: bounds.sentence,
      retryAfterSeconds: bounds.retryAfterSeconds,
    });
    for (const _ of all) {
      endOne();
      await settled();
    }
    await Promise.all(all);
    expect([done, maxRunning()]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'a semaphore gives the free slot to the waiting task when a new task arrives %i steps later',
    async (steps) => {
      const runQueued = semaphore({ ...bounds, maxRunning: 1 });
      const { work, endOne, maxRunning } = countedWork();
      const all = [runQueued(work), runQueued(work)];
      endOne();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      all.push(runQueued(work));
      for (let nth = 0; nth < 2; nth++) {
        await settled();
        endOne();
      }
      await Promise.all(all);
      expect(maxRunning()).toBe(1);
    },
  );

  test('a semaphore frees the slot of a failed task', async () => {
    const runQueued = semaphore({ ...bounds, maxRunning: 1 });
    const failing = Array.from({ length: 3 }, () => runQueued(() => Promise.reject(new Error('no paper'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(await runQueued(async () => 'drawn')).toBe('drawn');
  });

  test('a semaphore rejects a task whose share has too many waiting tasks, and runs tasks of other shares', async () => {
    const runQueued = semaphore({ ...bounds, maxRunning: 1, maxWaiting: 10 });
    const { work, endOne } = countedWork();
    const of = (network: string, account: string) => [
      { of: network, maxWaiting: 2 },
      { of: account, maxWaiting: 1 },
    ];
    const served = [runQueued(work, of('one', 'a')), runQueued(work, of('one', 'a')), runQueued(work, of('one', 'b'))];
    const tooMany = { code: 'too_many_requests', retryAfterSeconds: bounds.retryAfterSeconds };
    await expect(runQueued(work, of('one', 'c'))).rejects.toMatchObject(tooMany);
    await expect(runQueued(work, of('other', 'b'))).rejects.toMatchObject(tooMany);
    served.push(runQueued(work, of('other', 'd')));
    endOne();
    await settled();
    served.push(runQueued(work, of('one', 'c'))); // accepted, because one waiting task has started
    for (const _ of served) {
      endOne();
      await settled();
    }
    await Promise.all(served);
  });
});
