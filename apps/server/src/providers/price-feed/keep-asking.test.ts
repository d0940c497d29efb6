import { pino } from 'pino';
import { expect, test } from 'vitest';
import { keepAsking, pauseAfter } from './keep-asking.ts';
import { SourceFailure } from './price-source.ts';

const quiet = pino({ level: 'silent' });
const pauses = (failure: Error, everySeconds: number, chance = () => 0) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => pauseAfter(failure, failures, everySeconds, chance));

test('a source that fails is asked again soon, then later and later, to a bound', () => {
  expect(pauses(new SourceFailure('it answered 500'), 60)).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  expect(pauses(new SourceFailure('it answered 500'), 1)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
  expect(pauses(new Error('a bug'), 600)).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
});

test('a source that was asked too often is left alone longer, and never asked before it wants to be', () => {
  expect(pauses(new SourceFailure('it answered 429', 0), 60)).toEqual([60, 120, 240, 300, 300, 300, 300, 300, 300]);
  expect(pauses(new SourceFailure('it answered 429', 200), 60).slice(0, 4)).toEqual([200, 200, 240, 300]);
  expect(pauses(new SourceFailure('it answered 429', 3600), 1)[0]).toBe(3600);
});

test('chance makes a pause up to a half longer and never shorter', () => {
  expect(pauses(new SourceFailure('it answered 500'), 60, () => 1).slice(0, 2)).toEqual([7.5, 15]);
  expect(pauseAfter(new SourceFailure('it answered 429', 90), 1, 60)).toBeGreaterThanOrEqual(90);
  expect(pauseAfter(new SourceFailure('it answered 429', 90), 1, 60)).toBeLessThanOrEqual(135);
});

test('there is one question at a time, and the next after a pause from the end of the last', async () => {
  const happened: string[] = [];
  let underWay = 0;
  const asking = keepAsking({
    ask: async () => {
      underWay += 1;
      expect(underWay).toBe(1);
      await Promise.resolve();
      happened.push('answer');
      underWay -= 1;
    },
    wait: async (seconds, signal) => {
      happened.push(`${seconds} s`);
      if (happened.length === 6) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    everySeconds: 60,
    timeoutSeconds: 10,
    logger: quiet,
    name: 'a test',
  });
  await expect.poll(() => happened.length).toBe(6);
  await asking.stop();
  expect(happened).toEqual(['answer', '60 s', 'answer', '60 s', 'answer', '60 s']);
});

test('a question without an answer is ended in time, and the next is asked', async () => {
  const reasons: unknown[] = [];
  const asking = keepAsking({
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
    name: 'a test',
  });
  await expect.poll(() => reasons.length).toBeGreaterThan(1);
  await asking.stop();
  expect(reasons[0]).toEqual(new SourceFailure('no answer within 0.02 seconds'));
});

test('a stop ends a question and a pause at once', async () => {
  const common = { everySeconds: 3600, timeoutSeconds: 3600, logger: quiet, name: 'a test' };
  const amidQuestion = keepAsking({
    ...common,
    ask: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  await amidQuestion.stop();
  let asked = 0;
  const amidPause = keepAsking({
    ...common,
    ask: async () => {
      asked += 1;
    },
  });
  await expect.poll(() => asked).toBe(1);
  await amidPause.stop();
  expect(asked).toBe(1);
});
