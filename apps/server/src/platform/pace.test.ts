import { expect, test } from 'vitest';
import { busyWithRequests, pace } from './pace.ts';

test('a busy process delays large work, but not its first slice', async () => {
  let asked = 0;
  const next = pace(1_000, async () => {
    asked += 1;
    return true;
  });
  const started = performance.now();
  await next(20);
  expect(asked).toBe(0);
  await next(20);
  await next(20);
  expect(asked).toBe(2);
  expect(performance.now() - started).toBeGreaterThanOrEqual(39); // timers round down
});

test('large work continues immediately while the process is idle', async () => {
  const next = pace(0.001, async () => false); // would wait for hours
  for (let slice = 0; slice < 5; slice++) await expect(next(20)).resolves.toBeUndefined();
});

test('large work runs exactly at its pace while the process stays busy', async () => {
  let [ms, done] = [0, 0];
  const clock = { now: () => ms, sleep: async (wait: number) => (ms += wait) };
  const next = pace(200, async () => true, { clock });
  // Runs ten workers at once, like the delivery of webhooks.
  const work = async () => {
    while (ms < 10_000) {
      await next(1);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(done).toBeGreaterThanOrEqual(2_000);
  expect(done).toBeLessThanOrEqual(2_020);
});

test('large work with bursts of slices runs at the same pace', async () => {
  let [ms, done] = [0, 0];
  const moments = new Set<number>();
  const clock = { now: () => ms, sleep: async (wait: number) => (ms += wait) };
  const next = pace(200, async () => true, { burst: 100, clock });
  while (ms < 10_000) {
    await next(1);
    done += 1;
    moments.add(ms);
  }
  expect(done).toBeGreaterThanOrEqual(2_000);
  expect(done).toBeLessThanOrEqual(2_110);
  expect(moments.size).toBeLessThanOrEqual(21);
});

test('large work does not wait for slices that it did in an idle process', async () => {
  const waits: number[] = [];
  let isBusy = false;
  const clock = { now: () => 0, sleep: async (wait: number) => waits.push(wait) };
  const next = pace(200, async () => isBusy, { clock });
  for (let slice = 0; slice < 10_000; slice++) await next(1);
  isBusy = true;
  await next(1);
  expect(waits).toEqual([5]);
});

test.each([
  ['no request is in progress', 0, false],
  ['a request is in progress', 1, true],
])('a busy process delays large work only for requests: %s', async (_, requests, isBusy) => {
  const isHeldBack = busyWithRequests(() => requests)();
  const ends = performance.now() + 20;
  while (performance.now() < ends); // busy
  expect(await isHeldBack).toBe(isBusy);
});

test('many concurrent requests delay large work, even while the process waits for the database', async () => {
  expect(await busyWithRequests(() => 8)()).toBe(true);
  expect(await busyWithRequests(() => 0)()).toBe(false);
});
