import { expect, test } from 'vitest';
import { eachApart } from './each-apart.ts';

async function visit(failing: readonly number[]) {
  const visited: number[] = [];
  const all = eachApart([1, 2, 3], async (thing) => {
    visited.push(thing);
    if (failing.includes(thing)) throw new Error(`no ${thing}`);
  });
  return { visited, error: await all.then(() => undefined, String) };
}

test.each([
  [[], undefined],
  [[1], 'Error: no 1'],
  [[1, 3], 'AggregateError: 2 of 3 failed'],
])('where %j fail, each has its turn and the failure is told after', async (failing, error) => {
  expect(await visit(failing)).toEqual({ visited: [1, 2, 3], error });
});

test('nothing more is begun once the signal says so', async () => {
  const ending = new AbortController();
  const visited: number[] = [];
  const visitOne = async (thing: number) => {
    visited.push(thing);
    if (thing === 2) ending.abort();
  };
  await eachApart([1, 2, 3], visitOne, ending.signal);
  expect(visited).toEqual([1, 2]);
});
