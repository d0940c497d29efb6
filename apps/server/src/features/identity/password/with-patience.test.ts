import { describe, expect, test } from 'vitest';
import { withPatience } from './with-patience.ts';

/** Two ways of doing a task: what is done the first is in our hands, the second is done at once. */
function ways(patienceMs: number) {
  const first: { task: string; done: (result: object) => void; fail: (error: Error) => void }[] = [];
  const second: string[] = [];
  const run = withPatience({
    first: (task: string) => new Promise<object>((done, fail) => first.push({ task, done, fail })),
    second: (task) => {
      second.push(task);
      return Promise.resolve({ second: task });
    },
    patienceMs,
  });
  return { run, first, second };
}

const patient = 60_000;

describe('a task with patience', () => {
  test('is done the first way alone, where that is in time', async () => {
    const { run, first, second } = ways(patient);
    const both = [run('a'), run('b')];
    for (const { task, done } of first) done({ first: task });
    expect(await Promise.all(both)).toEqual([{ first: 'a' }, { first: 'b' }]);
    expect(second).toEqual([]);
  });

  test('is begun anew the second way, where it is not', async () => {
    const { run, first, second } = ways(1);
    expect(await run('a')).toEqual({ second: 'a' });
    expect(first.map(({ task }) => task)).toEqual(['a']);
    expect(second).toEqual(['a']);
  });

  test('goes the second way at once while the first is behind, and the first again when it has caught up', async () => {
    const { run, first, second } = ways(1);
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

  test('that fails has failed, and one that fails late is of no account', async () => {
    const { run, first } = ways(patient);
    const failing = run('a');
    first[0]?.fail(new Error('out of range'));
    await expect(failing).rejects.toThrow('out of range');

    const hurried = ways(1);
    expect(await hurried.run('b')).toEqual({ second: 'b' });
    hurried.first[0]?.fail(new Error('too late to matter'));
    await new Promise(setImmediate);
    void hurried.run('c');
    expect(hurried.first.map(({ task }) => task)).toEqual(['b', 'c']);
  });
});
