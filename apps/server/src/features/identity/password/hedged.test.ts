import { describe, expect, test } from 'vitest';
import { hedged } from './hedged.ts';

/** Returns a hedged task. The test controls the first way, and the second way finishes immediately. */
function hedgedTask(delayMs: number) {
  const first: { task: string; done: (result: object) => void; fail: (error: Error) => void }[] = [];
  const second: string[] = [];
  const run = hedged({
    first: (task: string) => new Promise<object>((done, fail) => first.push({ task, done, fail })),
    second: (task) => {
      second.push(task);
      return Promise.resolve({ second: task });
    },
    delayMs,
  });
  return { run, first, second };
}

const longDelayMs = 60_000;

describe('a hedged task', () => {
  test('a hedged task that finishes in time uses only the first way', async () => {
    const { run, first, second } = hedgedTask(longDelayMs);
    const both = [run('a'), run('b')];
    for (const { task, done } of first) done({ first: task });
    expect(await Promise.all(both)).toEqual([{ first: 'a' }, { first: 'b' }]);
    expect(second).toEqual([]);
  });

  test('a hedged task that takes too long starts again in the second way', async () => {
    const { run, first, second } = hedgedTask(1);
    expect(await run('a')).toEqual({ second: 'a' });
    expect(first.map(({ task }) => task)).toEqual(['a']);
    expect(second).toEqual(['a']);
  });

  test('new hedged tasks use the second way while a late task is running, and afterwards the first way', async () => {
    const { run, first, second } = hedgedTask(1);
    await run('late');
    await run('meanwhile');
    expect(first.map(({ task }) => task)).toEqual(['late']);
    expect(second).toEqual(['late', 'meanwhile']);

    first[0]?.done({});
    await new Promise(setImmediate);
    const next = run('next');
    expect(first.map(({ task }) => task)).toEqual(['late', 'next']);
    first[1]?.done({ first: 'next' });
    await next;
  });

  test('a failed hedged task fails the call, and a late failure is ignored', async () => {
    const { run, first } = hedgedTask(longDelayMs);
    const failing = run('a');
    first[0]?.fail(new Error('out of range'));
    await expect(failing).rejects.toThrow('out of range');

    const quick = hedgedTask(1);
    expect(await quick.run('b')).toEqual({ second: 'b' });
    quick.first[0]?.fail(new Error('too late'));
    await new Promise(setImmediate);
    void quick.run('c');
    expect(quick.first.map(({ task }) => task)).toEqual(['b', 'c']);
  });
});
