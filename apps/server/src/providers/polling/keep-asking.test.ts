import { pino } from 'pino';
import { expect, test } from 'vitest';
import { keepAsking, pauseAfter } from './keep-asking.ts';
import { SourceFailure } from './source-failure.ts';

const quiet = pino({ level: 'silent' });
const pauses = (failure: Error, everySeconds: number, chance = () => 0) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => pauseAfter(failure, failures, everySeconds, chance));

test('retries a failed source with exponential backoff up to a maximum', () => {
  expect(pauses(new SourceFailure('status 500'), 60)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(pauses(new SourceFailure('status 500'), 1)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
  expect(pauses(new Error('a bug'), 600)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
});

test('a poll waits longer after a rate-limit response, and never less than Retry-After', () => {
  expect(pauses(new SourceFailure('status 429', 0), 60)).toEqual([60, 120, 240, 300, 300, 300, 300, 300, 300]);
  expect(pauses(new SourceFailure('status 429', 200), 60).slice(0, 4)).toEqual([200, 200, 240, 300]);
  expect(pauses(new SourceFailure('status 429', 3600), 1)[0]).toBe(3600);
});

test('adds random jitter of up to half of the pause between polls', () => {
  expect(pauses(new SourceFailure('status 500'), 60, () => 1).slice(0, 2)).toEqual([7.5, 15]);
  expect(pauseAfter(new SourceFailure('status 429', 90), 1, 60)).toBeGreaterThanOrEqual(90);
  expect(pauseAfter(new SourceFailure('status 429', 90), 1, 60)).toBeLessThanOrEqual(135);
});

test('polls with one request at a time and pauses after each request', async () => {
  const events: string[] = [];
  let running = 0;
  const polling = keepAsking({
    ask: async () => {
      running += 1;
      expect(running).toBe(1);
      await Promise.resolve();
      events.push('answer');
      running -= 1;
    },
    wait: async (seconds, signal) => {
      events.push(`${seconds} s`);
      if (events.length === 6) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    everySeconds: 60,
    timeoutSeconds: 10,
    logger: quiet,
    what: 'prices',
    name: 'a test',
  });
  await expect.poll(() => events.length).toBe(6);
  await polling.stop();
  expect(events).toEqual(['answer', '60 s', 'answer', '60 s', 'answer', '60 s']);
});

test('aborts a poll after the timeout and sends the next request', async () => {
  const reasons: unknown[] = [];
  const polling = keepAsking({
    ask: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      }),
    wait: () => Promise.resolve(),
    everySeconds: 60,
    timeoutSeconds: 0.02,
    logger: quiet,
    what: 'prices',
    name: 'a test',
  });
  await expect.poll(() => reasons.length).toBeGreaterThan(1);
  await polling.stop();
  expect(reasons[0]).toEqual(new SourceFailure('no answer within 0.02 seconds'));
});

test('stopping a poll ends a running request or a pause immediately', async () => {
  const common = { everySeconds: 3600, timeoutSeconds: 3600, logger: quiet, what: 'prices', name: 'a test' } as const;
  const duringRequest = keepAsking({
    ...common,
    ask: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await duringRequest.stop();
  let requests = 0;
  const duringPause = keepAsking({
    ...common,
    ask: async () => {
      requests += 1;
    },
  });
  await expect.poll(() => requests).toBe(1);
  await duringPause.stop();
  expect(requests).toBe(1);
});
