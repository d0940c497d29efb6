import { describe, expect, test } from 'vitest';
import { takeTurns } from './in-turn.ts';

const bounds = { maxRunning: 2, maxWaiting: 3, sentence: 'Too many. Please wait.', retryAfterSeconds: 7 };

/** Work that ends when it is told to, and how much of it ran at most at the same moment. */
function countedWork() {
  let [running, most] = [0, 0];
  const ends: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, endOne: () => ends.shift()?.(), most: () => most };
}

/** All promises that can go on have gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('heavy work', () => {
  test('runs two at once and the others in the order they came; who finds the queue full is turned away', async () => {
    const inTurn = takeTurns(bounds);
    const { work, endOne, most } = countedWork();
    const done: number[] = [];
    const all = [1, 2, 3, 4, 5].map(async (nth) => {
      await inTurn(work);
      done.push(nth);
    });
    await expect(inTurn(work)).rejects.toMatchObject({
      code: 'busy',
      message: bounds.sentence,
      retryAfterSeconds: bounds.retryAfterSeconds,
    });
    for (const _ of all) {
      endOne();
      await settled();
    }
    await Promise.all(all);
    expect([done, most()]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'that arrives %i steps after another has ended does not take the place of the one that waits',
    async (steps) => {
      const inTurn = takeTurns({ ...bounds, maxRunning: 1 });
      const { work, endOne, most } = countedWork();
      const all = [inTurn(work), inTurn(work)];
      endOne();
      for (let step = 0; step < steps; step++) await Promise.resolve();
      all.push(inTurn(work));
      for (let nth = 0; nth < 2; nth++) {
        await settled();
        endOne();
      }
      await Promise.all(all);
      expect(most()).toBe(1);
    },
  );

  test('that fails frees its place', async () => {
    const inTurn = takeTurns({ ...bounds, maxRunning: 1 });
    const failing = Array.from({ length: 3 }, () => inTurn(() => Promise.reject(new Error('no paper'))));
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    expect(await inTurn(async () => 'drawn')).toBe('drawn');
  });

  test('of one share is turned away at once where too much of it waits, and that of others is done', async () => {
    const inTurn = takeTurns({ ...bounds, maxRunning: 1, maxWaiting: 10 });
    const { work, endOne } = countedWork();
    const of = (network: string, account: string) => [
      { of: network, mostWaiting: 2 },
      { of: account, mostWaiting: 1 },
    ];
    const served = [inTurn(work, of('one', 'a')), inTurn(work, of('one', 'a')), inTurn(work, of('one', 'b'))];
    const tooMany = { code: 'too_many_requests', retryAfterSeconds: bounds.retryAfterSeconds };
    await expect(inTurn(work, of('one', 'c'))).rejects.toMatchObject(tooMany);
    await expect(inTurn(work, of('other', 'b'))).rejects.toMatchObject(tooMany);
    served.push(inTurn(work, of('other', 'd')));
    endOne();
    await settled();
    served.push(inTurn(work, of('one', 'c'))); // one that waited is under way
    for (const _ of served) {
      endOne();
      await settled();
    }
    await Promise.all(served);
  });
});
