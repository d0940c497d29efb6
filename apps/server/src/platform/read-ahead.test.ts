import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

function source(count: number) {
  const state = { read: 0, isOver: false };
  async function* items() {
    try {
      for (let item = 0; item < count; item++) {
        if (item === 3) throw new Error('unreadable');
        state.read += 1;
        yield item;
      }
    } finally {
      state.isOver = true;
    }
  }
  return { state, items: items() };
}

test('readAhead reads the next item while the consumer works, and keeps the order of the items', async () => {
  const { state, items } = source(3);
  const [seen, reads]: [number[], number[]] = [[], []];
  for await (const item of readAhead(items)) {
    await new Promise(setImmediate);
    seen.push(item);
    reads.push(state.read);
  }
  expect(seen).toEqual([0, 1, 2]);
  expect(reads).toEqual([2, 3, 3]);
});

test('readAhead reports an unreadable item at its turn', async () => {
  const seen: number[] = [];
  const reading = (async () => {
    for await (const item of readAhead(source(5).items)) seen.push(item);
  })();
  await expect(reading).rejects.toThrow('unreadable');
  expect(seen).toEqual([0, 1, 2]);
});

test('readAhead ends the source when the consumer stops early', async () => {
  const { state, items } = source(3);
  for await (const item of readAhead(items)) if (item === 0) break;
  expect(state).toEqual({ read: 2, isOver: true });
});
