import { expect, test } from 'vitest';
import { forEachSettled } from './for-each-settled.ts';

async function visit(failing: readonly number[]) {
  const visited: number[] = [];
  const all = forEachSettled([1, 2, 3], async (item) => {
    visited.push(item);
    if (failing.includes(item)) throw new Error(`no ${item}`);
  });
  return { visited, error: await all.then(() => undefined, String) };
}

test.each([
  [[], undefined],
  [[1], 'Error: no 1'],
  [[1, 3], 'AggregateError: 2 of 3 failed'],
])('runs every task when tasks %j fail, then throws', async (failing, error) => {
  expect(await visit(failing)).toEqual({ visited: [1, 2, 3], error });
});

test('forEachSettled does not start further tasks after the signal aborts', async () => {
  const ending = new AbortController();
  const visited: number[] = [];
  const visitOne = async (item: number) => {
    visited.push(item);
    if (item === 2) ending.abort();
  };
  await forEachSettled([1, 2, 3], visitOne, ending.signal);
  expect(visited).toEqual([1, 2]);
});
