import { expect, test } from 'vitest';
import { pace } from './pace.ts';

test('holds a large work back while the process is busy, but not its first slice', async () => {
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

test('lets the work go on at once while nothing else is to do', async () => {
  const next = pace(0.001, async () => false); // would wait for hours
  for (let slice = 0; slice < 5; slice++) await expect(next(20)).resolves.toBeUndefined();
});
